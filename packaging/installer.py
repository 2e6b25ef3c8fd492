"""Starts tutor's installer out of the wheel beside it. install.sh and install.bat call this; nothing is installed yet.

It parses on old Pythons too, so that they get a plain sentence.
"""

import glob
import os
import runpy
import sys

HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Python 3.11 or newer is needed. / Inahitajika Python 3.11 au mpya zaidi. (%s)" % sys.version.split()[0])  # noqa: UP031
WHEELS = glob.glob(os.path.join(glob.escape(HERE), "wheels", "tutor-*.whl"))  # noqa: PTH118, PTH207
if len(WHEELS) != 1:
    sys.exit("The stick is not whole: wheels/tutor-*.whl is missing. / Kifaa si kamili: wheels/tutor-*.whl haipo.")
sys.dont_write_bytecode = True
sys.path.insert(0, WHEELS[0])
sys.argv[1:1] = ["--bundle", HERE]
try:
    runpy.run_module("tutor.cli.install", run_name="__main__")
except ImportError as error:
    sys.exit("The stick is damaged (%s): copy it again. / Kifaa kimeharibika: kinakili upya." % error)  # noqa: UP031
except (OSError, ValueError, SyntaxError) as error:
    # A wheel that cannot be unpacked shows itself in many ways.
    sys.exit("The stick cannot be read (%s): copy it again. / Kifaa hakisomeki: kinakili upya." % error)  # noqa: UP031
