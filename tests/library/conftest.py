"""Lets the tests of this folder share the makers of book files that lie beside them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))
