"""Faults of bundles, installations and backups, with their words beside them."""

from __future__ import annotations

from tutor.core.errors import TutorError

AGAIN_EN = "Copy the stick again from its builder, or try another stick."
AGAIN_SW = "Nakili kifaa upya kutoka kwa aliyekitengeneza, au jaribu kifaa kingine."

TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "bundle-missing": {
        "en": ("{folder} is no tutor bundle: it has no MANIFEST.json.", "Name the folder that holds MANIFEST.json."),
        "sw": ("{folder} si kifurushi cha tutor: haina MANIFEST.json.", "Taja folda yenye MANIFEST.json."),
    },
    "bundle-manifest": {
        "en": ("MANIFEST.json of {folder} cannot be used: {why}.", AGAIN_EN),
        "sw": ("MANIFEST.json ya {folder} haiwezi kutumika: {why}.", AGAIN_SW),
    },
    "bundle-file-missing": {
        "en": ("The file {file} is missing from the stick.", AGAIN_EN),
        "sw": ("Faili {file} halipo kwenye kifaa.", AGAIN_SW),
    },
    "bundle-file-short": {
        "en": ("The file {file} is not whole: {found} of {wanted} bytes are there.", AGAIN_EN),
        "sw": ("Faili {file} si kamili: kuna baiti {found} kati ya {wanted}.", AGAIN_SW),
    },
    "bundle-file-wrong": {
        "en": ("The file {file} is not what its builder made: its bytes differ.", AGAIN_EN),
        "sw": ("Faili {file} silo lililotengenezwa: baiti zake ni tofauti.", AGAIN_SW),
    },
    "bundle-lost": {
        "en": (
            "{file} could not be read any more ({why}). Was the stick taken out?",
            "Nothing was changed. Put the stick in and run the same command again.",
        ),
        "sw": (
            "{file} halisomeki tena ({why}). Je, kifaa kimetolewa?",
            "Hakuna kilichobadilishwa. Chomeka kifaa na uendeshe amri ileile tena.",
        ),
    },
    "bundle-name": {
        "en": ("The name {name} cannot stand on every stick: {why}.", "Give that file another name and build again."),
        "sw": ("Jina {name} haliwezi kukaa kwenye kila kifaa: {why}.", "Lipe faili jina jingine na utengeneze upya."),
    },
    "bundle-file-large": {
        "en": (
            "The file {name} has {size} MB; a FAT32 stick holds no file of 4 GiB.",
            "Leave it out, or split what it is made of.",
        ),
        "sw": (
            "Faili {name} lina MB {size}; kifaa cha FAT32 hakiwezi kubeba faili la GiB 4.",
            "Liache, au gawanya linachotokana nacho.",
        ),
    },
    "bundle-kind": {
        "en": ("The bundle {folder} holds {found}, not {wanted}.", "Use the other command: tutor help update."),
        "sw": ("Kifurushi {folder} kina {found}, si {wanted}.", "Tumia amri nyingine: tutor help update."),
    },
    "signature-missing": {
        "en": ("The bundle {folder} is not signed: {file} is missing.", AGAIN_EN),
        "sw": ("Kifurushi {folder} hakijasainiwa: {file} haipo.", AGAIN_SW),
    },
    "signature-wrong": {
        "en": (
            "The signature of {file} is wrong: somebody or something changed it after it was signed.",
            "Do not use this stick. Ask its builder for a new one.",
        ),
        "sw": (
            "Saini ya {file} si sahihi: limebadilishwa baada ya kusainiwa.",
            "Usitumie kifaa hiki. Omba kingine kwa aliyekitengeneza.",
        ),
    },
    "key-unknown": {
        "en": (
            "The bundle is signed with the key {key}, which this computer does not know.",
            "Ask the builder for the file tutor.pub by another way, compare the key, and add: --key tutor.pub",
        ),
        "sw": (
            "Kifurushi kimesainiwa kwa ufunguo {key}, usiojulikana kwenye kompyuta hii.",
            "Omba faili tutor.pub kwa njia nyingine, linganisha ufunguo, kisha ongeza: --key tutor.pub",
        ),
    },
    "key-unusable": {
        "en": ("{file} is no key that can be used: {why}.", "Make one: tutor bundle key FOLDER"),
        "sw": ("{file} si ufunguo unaoweza kutumika: {why}.", "Tengeneza: tutor bundle key FOLDA"),
    },
    "crypto-missing": {
        "en": ("Signatures cannot be checked: the part `cryptography` is missing.", "Install tutor again."),
        "sw": ("Saini haziwezi kukaguliwa: sehemu `cryptography` haipo.", "Sakinisha tutor upya."),
    },
    "checkout-needed": {
        "en": ("A bundle is built from tutor's source folder, and this is not one.", "Run it in a source checkout."),
        "sw": ("Kifurushi hutengenezwa kutoka folda ya chanzo, na hii siyo.", "Endesha ndani ya folda ya chanzo."),
    },
    "piece-missing": {
        "en": (
            "For {target} these pieces cannot be had on this computer: {pieces}.",
            "Put them into a folder and name it: --wheels FOLDER",
        ),
        "sw": (
            "Kwa {target} sehemu hizi hazipatikani kwenye kompyuta hii: {pieces}.",
            "Ziweke kwenye folda na uitaje: --wheels FOLDA",
        ),
    },
    "platform-unknown": {
        "en": ("There is no platform named {name}.", "Use one of: {known}."),
        "sw": ("Hakuna mfumo unaoitwa {name}.", "Tumia mojawapo: {known}."),
    },
    "builder-incomplete": {
        "en": ("The package {name} is missing, which building a stick needs.", "Install it: pip install '.[bundle]'."),
        "sw": ("Kifurushi {name} kinachohitajika kutengeneza kifaa hakipo.", "Kisakinishe: pip install '.[bundle]'."),
    },
    "packages-unreachable": {
        "en": ("The packages for {target} could not be fetched: {why}.", "Check the connection and build again."),
        "sw": ("Vifurushi vya {target} havikupakuliwa: {why}.", "Kagua muunganisho na utengeneze tena."),
    },
    "lock-stale": {
        "en": ("The lock file {file} does not fit the project: {why}.", "Run: tutor bundle lock"),
        "sw": ("Faili la vifungo {file} halilingani na mradi: {why}.", "Endesha: tutor bundle lock"),
    },
    "index-behind": {
        "en": ("The library in {folder} has no index that fits it.", "Run there first: tutor library rebuild"),
        "sw": ("Maktaba ya {folder} haina faharasa inayolingana nayo.", "Endesha kwanza: tutor library rebuild"),
    },
    "index-of-another": {
        "en": (
            "The index in {folder} was made with {found}; the profile {profile} needs one made with {wanted}.",
            "Run there first: tutor library rebuild --profile {profile}",
        ),
        "sw": (
            "Faharasa ya {folder} ilitengenezwa kwa {found}; wasifu {profile} unahitaji ya {wanted}.",
            "Endesha kwanza: tutor library rebuild --profile {profile}",
        ),
    },
    "target-absent": {
        "en": (
            "This stick has nothing for this computer ({target}); it has: {known}.",
            "Use a stick that was built for it, or install one of these Pythons.",
        ),
        "sw": (
            "Kifaa hiki hakina kitu kwa kompyuta hii ({target}); kina: {known}.",
            "Tumia kifaa kilichotengenezwa kwa ajili yake, au sakinisha mojawapo ya Python hizo.",
        ),
    },
    "memory-small": {
        "en": ("This computer has {found} MB of memory; tutor needs {wanted} MB.", "Use a computer with more memory."),
        "sw": (
            "Kompyuta hii ina kumbukumbu ya MB {found}; tutor inahitaji MB {wanted}.",
            "Tumia kompyuta kubwa zaidi.",
        ),
    },
    "port-taken": {
        "en": (
            "Port {port} of this computer is used already, by another program or another installation of tutor.",
            "Nothing was changed. End that program, or install with another port: --port {other}",
        ),
        "sw": (
            "Mlango {port} wa kompyuta hii tayari unatumika na programu nyingine au tutor nyingine.",
            "Hakuna kilichobadilika. Funga programu hiyo, au sakinisha kwa mlango mwingine: --port {other}",
        ),
    },
    "install-busy": {
        "en": ("Another installation or update is at work in {folder}.", "Wait until it has ended."),
        "sw": ("Usakinishaji au usasishaji mwingine unaendelea katika {folder}.", "Subiri umalizike."),
    },
    "environment-failed": {
        "en": ("The program could not be installed: {why}.", "Nothing was changed. Run: tutor bundle verify FOLDER"),
        "sw": ("Programu haikuweza kusakinishwa: {why}.", "Hakuna kilichobadilika. Endesha: tutor bundle verify FOLDA"),
    },
    "self-check-failed": {
        "en": (
            "The new version does not run on this computer: {why}.",
            "It was taken away again, and what was installed before stays. Tell the builder of the stick.",
        ),
        "sw": (
            "Toleo jipya haliendi kwenye kompyuta hii: {why}.",
            "Limeondolewa, na la awali linabaki. Mwambie aliyetengeneza kifaa.",
        ),
    },
    "not-installed": {
        "en": (
            "This tutor was not installed from a stick, so it cannot be updated from one.",
            "Install it from a stick: sh install.sh",
        ),
        "sw": (
            "tutor hii haikusakinishwa kutoka kifaa, hivyo haiwezi kusasishwa kwacho.",
            "Isakinishe kutoka kifaa: sh install.sh",
        ),
    },
    "root-needed": {
        "en": ("{folder} belongs to the system.", "Run the same command with sudo in front of it."),
        "sw": ("{folder} ni ya mfumo.", "Endesha amri ileile ukitanguliza sudo."),
    },
    "version-older": {
        "en": ("The stick holds version {found}, older than the installed {installed}.", "If you mean it: --older"),
        "sw": ("Kifaa kina toleo {found}, la zamani kuliko lililopo {installed}.", "Kama unakusudia: --older"),
    },
    "no-previous": {
        "en": (
            "There is no earlier version on this computer to go back to.",
            "Install one: tutor update --from FOLDER",
        ),
        "sw": ("Hakuna toleo la awali la kurudi kwenye kompyuta hii.", "Sakinisha: tutor update --from FOLDA"),
    },
    "home-in-use": {
        "en": ("{file} is in use: tutor is running.", "Stop tutor first (sudo systemctl stop tutor), then try again."),
        "sw": ("{file} linatumika: tutor inafanya kazi.", "Simamisha tutor kwanza (sudo systemctl stop tutor)."),
    },
    "data-not-carried": {
        "en": (
            "What is in {file} cannot be carried over to the other version: {why}.",
            "Nothing was changed; stay with this version.",
        ),
        "sw": ("Yaliyomo katika {file} hayawezi kuhamishwa kwa toleo jingine: {why}.", "Endelea na toleo hili."),
    },
    "restore-none": {
        "en": ("Nothing from before a restore is kept in {folder}.", "There is nothing to go back to."),
        "sw": ("Hakuna kilichohifadhiwa kabla ya urejeshaji katika {folder}.", "Hakuna cha kurudia."),
    },
    "backup-nothing": {
        "en": ("There is nothing to back up in {folder}.", "Check TUTOR_HOME: tutor config list"),
        "sw": ("Hakuna cha kuhifadhi katika {folder}.", "Kagua TUTOR_HOME: tutor config list"),
    },
    "backup-missing": {
        "en": ("There is no file {file}.", "Put the stick in, and name a file that begins with tutor-backup-."),
        "sw": ("Hakuna faili {file}.", "Chomeka kifaa, kisha taja faili linaloanza na tutor-backup-."),
    },
    "backup-unusable": {
        "en": ("{file} is no backup that can be used: {why}.", "Nothing was changed. Use another backup."),
        "sw": ("{file} si nakala inayoweza kutumika: {why}.", "Hakuna kilichobadilika. Tumia nakala nyingine."),
    },
    "backup-stick": {
        "en": ("The backup has {size} MB; this stick (FAT32) holds no file of 4 GiB.", "Use a stick with exFAT."),
        "sw": ("Nakala ina MB {size}; kifaa hiki (FAT32) hakibebi faili la GiB 4.", "Tumia kifaa cha exFAT."),
    },
    "backup-unwritten": {
        "en": ("The backup {file} could not be written: {why}.", "Check the stick and the room on it."),
        "sw": ("Nakala {file} haikuweza kuandikwa: {why}.", "Kagua kifaa na nafasi yake."),
    },
}


class ApplianceError(TutorError):
    """A bundle, an installation or a backup that cannot be used. Codes are keys of TEXTS in this module."""

    def what(self, language: str = "en") -> str:
        return TEXTS[self.code][language][0].format(**self.facts)

    def hint(self, language: str = "en") -> str:
        return TEXTS[self.code][language][1].format(**self.facts)
