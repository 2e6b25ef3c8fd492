"""Everything the set-up scripts say: key -> (English, Swahili). Plain text with placeholders."""

from __future__ import annotations

TEXTS = {
    # ------------------------------------------------------------ what will be done
    "plan": ("Setting up tutor in {root} (profile {profile}):", "Kuandaa tutor katika {root} (wasifu {profile}):"),
    "plan-packages": (
        "  1. packages, in the folder .venv: about {size} to fetch",
        "  1. vifurushi, katika folda .venv: takribani {size} za kupakua",
    ),
    "plan-packages-here": ("  1. packages: already here", "  1. vifurushi: tayari vipo"),
    "plan-generator-build": (
        "  2. the program that rewrites answers: compiled once for this computer, about 10 minutes",
        "  2. programu inayoandika upya majibu: inaundwa mara moja kwa kompyuta hii, takribani dakika 10",
    ),
    "plan-generator-cached": (
        "  2. the program that rewrites answers: compiled earlier, only to be installed",
        "  2. programu inayoandika upya majibu: iliundwa awali, inahitaji kusakinishwa tu",
    ),
    "plan-generator-here": (
        "  2. the program that rewrites answers: already here",
        "  2. programu inayoandika upya majibu: tayari ipo",
    ),
    "plan-generator-off": (
        "  2. no program that rewrites answers, as asked: answers are quoted",
        "  2. bila programu inayoandika upya majibu, kama ulivyotaka: majibu yananukuliwa",
    ),
    "plan-models": ("  3. models: about {size} to fetch", "  3. modeli: takribani {size} za kupakua"),
    "plan-models-here": ("  3. models: already here", "  3. modeli: tayari zipo"),
    "plan-library": (
        "  4. the sample library and its index, then one question in Swahili and one in English",
        "  4. maktaba ya mfano na faharasa yake, kisha swali moja kwa Kiswahili na moja kwa Kiingereza",
    ),
    "plan-total": (
        "About {fetch} to fetch in all; about {room} must be free on the disk meanwhile. "
        "Written to: {folders}, and pip's own cache. "
        "Ctrl-C stops it; running it again goes on from there.",
        "Jumla ya kupakua ni takribani {fetch}; wakati huo diski iwe na nafasi ya takribani {room}. "
        "Panapoandikwa: {folders}, na hifadhi ya pip. "
        "Ctrl-C husimamisha; ukiendesha tena inaendelea pale ilipoishia.",
    ),
    # ------------------------------------------------------------ work under way
    "making-venv": ("Making the Python environment .venv ...", "Inaunda mazingira ya Python .venv ..."),
    "remaking-venv": (
        "The Python environment .venv does not work; making it anew ...",
        "Mazingira ya Python .venv hayafanyi kazi; yanaundwa upya ...",
    ),
    "upgrading-pip": (
        "Bringing pip up to date (it is {version}) ...",
        "Inasasisha pip (sasa ni {version}) ...",
    ),
    "installing-packages": (
        "Installing the packages (log: {log}) ...",
        "Inasakinisha vifurushi (kumbukumbu: {log}) ...",
    ),
    "wheel-damaged": (
        "The copy of llama-cpp-python kept in {folder} is damaged; it is thrown away.",
        "Nakala ya llama-cpp-python iliyohifadhiwa katika {folder} imeharibika; inatupwa.",
    ),
    "building-generator": (
        "Compiling llama-cpp-python {version} on {cores} cores: about 10 minutes, once (log: {log})",
        "Inaunda llama-cpp-python {version} kwa viini {cores}: takribani dakika 10, mara moja (kumbukumbu: {log})",
    ),
    "installing-generator": (
        "Installing llama-cpp-python {version} ...",
        "Inasakinisha llama-cpp-python {version} ...",
    ),
    "still-working": (
        "  ... still working, {minutes} min {seconds} s",
        "  ... kazi inaendelea, dk {minutes} sek {seconds}",
    ),
    "quoted": (
        "From now on answers are quoted, not rewritten: {why}",
        "Kuanzia sasa majibu yananukuliwa, hayaandikwi upya: {why}",
    ),
    "models": ("Models of the profile {profile}:", "Modeli za wasifu {profile}:"),
    "library": ("The sample library:", "Maktaba ya mfano:"),
    "question": ("Question: {question}", "Swali: {question}"),
    "ready": ("Ready. From the folder {root}", "Tayari. Ukiwa katika folda {root}"),
    "ready-ask": ("  ask more:          {command}", "  uliza zaidi:       {command}"),
    "ready-serve": ("  start the server:  {command}", "  washa seva:        {command}"),
    "example-question": ("What is soil erosion?", "Mmomonyoko wa udongo ni nini?"),
    # ------------------------------------------------------------ the tests
    "check-passed": ("{name}: in order", "{name}: sawa"),
    "check-failed": ("{name}: NOT in order, see above", "{name}: SI sawa, tazama juu"),
    "checks-failed": ("Not in order: {names}", "Si sawa: {names}"),
    "tests-without-models": (
        "The models of the profile {profile} could not be fetched; the tests that need them are skipped.",
        "Modeli za wasifu {profile} hazikuweza kupakuliwa; majaribio yanayozihitaji yanarukwa.",
    ),
    "tests-without-export": (
        "torch could not be installed; the few tests that compare with it are skipped.",
        "torch haikuweza kusakinishwa; majaribio machache yanayolinganisha nayo yanarukwa.",
    ),
    # ------------------------------------------------------------ what ends it, one sentence each
    "interrupted": (
        "Stopped; running the same command again goes on from here.",
        "Imesimamishwa; ukiendesha amri ileile tena itaendelea kuanzia hapa.",
    ),
    "log": ("{sentence} (Log: {log})", "{sentence} (Kumbukumbu: {log})"),
    "old-python": (
        "Python {needed} or newer is needed and this is Python {found}: install it (python.org), "
        "then start this script with it.",
        "Inahitajika Python {needed} au mpya zaidi na hii ni Python {found}: sakinisha hiyo (python.org), "
        "kisha endesha skripti hii kwayo.",
    ),
    "old-python-other": (
        "Python {needed} or newer is needed and this is Python {found}, but this computer has one: "
        "run {other} {script}",
        "Inahitajika Python {needed} au mpya zaidi na hii ni Python {found}, lakini kompyuta hii inayo: "
        "endesha {other} {script}",
    ),
    "no-venv-module": (
        "This Python cannot make environments because its venv module is not whole: "
        "on Debian and Ubuntu install python3-venv, elsewhere Python from python.org.",
        "Python hii haiwezi kuunda mazingira kwa sababu moduli yake ya venv haijakamilika: "
        "kwenye Debian na Ubuntu sakinisha python3-venv, kwingine Python kutoka python.org.",
    ),
    "disk-full": (
        "There is not enough room on the disk of {folder}: about {need} are needed and {free} are free.",
        "Nafasi haitoshi kwenye diski ya {folder}: zinahitajika takribani {need}, zilizopo ni {free}.",
    ),
    "not-writable": (
        "The folder {folder} cannot be written to ({detail}): move the checkout to a folder of your own.",
        "Haiwezekani kuandika katika folda {folder} ({detail}): hamishia mradi huu kwenye folda yako mwenyewe.",
    ),
    "system-refused": (
        "The system refused something that set-up needs: {detail}.",
        "Mfumo ulikataa jambo ambalo maandalizi yanalihitaji: {detail}.",
    ),
    "profile-not-here": (
        "tutor.toml or TUTOR_PROFILE asks for the profile {profile}, which this script does not set up: "
        "add --profile starter or --profile small.",
        "tutor.toml au TUTOR_PROFILE inataka wasifu {profile}, ambao skripti hii haiuandai: "
        "ongeza --profile starter au --profile small.",
    ),
    "settings-unreadable": (
        "The settings file {file} cannot be read ({detail}): mend it or move it away.",
        "Faili la mipangilio {file} halisomeki ({detail}): lirekebishe au lihamishe.",
    ),
    "venv-failed": (
        "The Python environment .venv could not be made: {why}.",
        "Mazingira ya Python .venv hayakuweza kuundwa: {why}.",
    ),
    "pip-failed": ("pip could not be brought up to date: {why}.", "pip haikuweza kusasishwa: {why}."),
    "packages-failed": (
        "The packages could not be installed: {why}.",
        "Vifurushi havikuweza kusakinishwa: {why}.",
    ),
    "no-compiler": (
        "This computer has no C++ compiler for llama-cpp-python ({advice}).",
        "Kompyuta hii haina kikusanyaji cha C++ cha kuunda llama-cpp-python ({advice}).",
    ),
    "build-failed": (
        "llama-cpp-python could not be compiled: {why}.",
        "llama-cpp-python haikuweza kuundwa: {why}.",
    ),
    "generator-install-failed": (
        "llama-cpp-python could not be installed: {why}.",
        "llama-cpp-python haikuweza kusakinishwa: {why}.",
    ),
    "generator-unusable": (
        "llama-cpp-python was installed but does not start on this computer.",
        "llama-cpp-python imesakinishwa lakini haianzi kwenye kompyuta hii.",
    ),
    "models-failed": (
        "The models were not fetched: {why}.",
        "Modeli hazikupakuliwa: {why}.",
    ),
    "library-failed": ("The sample library was not imported: {why}.", "Maktaba ya mfano haikuingizwa: {why}."),
    "question-failed": ("The question was not answered: {why}.", "Swali halikujibiwa: {why}."),
    # ------------------------------------------------------------ why a child failed
    "why-no-network": (
        "there is no connection to the internet (connect and run the same command again)",
        "hakuna muunganisho wa intaneti (unganisha kisha endesha amri ileile tena)",
    ),
    "why-certificate": (
        "the secure connection was not trusted (check the computer's clock and the network's certificate)",
        "muunganisho salama haukuaminika (kagua saa ya kompyuta na cheti cha mtandao)",
    ),
    "why-no-package": (
        "the package index cannot be reached, or has no such package for this computer and this Python",
        "hazina ya vifurushi haifikiki, au haina kifurushi hicho kwa kompyuta hii na Python hii",
    ),
    "why-disk": ("the disk is full", "diski imejaa"),
    "why-permission": ("the system does not allow writing there", "mfumo hauruhusu kuandika hapo"),
    "why-memory": (
        "the system ended it, probably because memory ran out (close other programs)",
        "mfumo uliisimamisha, huenda kumbukumbu (RAM) imekwisha (funga programu nyingine)",
    ),
    "why-not-started": ("its program could not be started", "programu yake haikuweza kuanzishwa"),
    "why-said-above": ("the lines above say why and what to do", "mistari iliyo juu inaeleza sababu na la kufanya"),
    "why-in-log": ("the end of the log says why", "mwisho wa kumbukumbu unaeleza sababu"),
    "advice-linux": ("install build-essential, or gcc-c++", "sakinisha build-essential, au gcc-c++"),
    "advice-macos": ("run: xcode-select --install", "endesha: xcode-select --install"),
    "advice-windows": (
        "install the Visual Studio Build Tools with C++",
        "sakinisha Visual Studio Build Tools pamoja na C++",
    ),
}  # fmt: skip
