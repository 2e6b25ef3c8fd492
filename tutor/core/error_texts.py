"""The words of every error: code -> language -> (what happened, what to do). Plain text with placeholders."""

from __future__ import annotations

ERROR_TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "model-missing": {
        "en": (
            "The {role} model ({name}) is not on this computer.",
            "Connect to the internet once and run: tutor models fetch --profile {profile}. "
            "Without internet: tutor models fetch --profile {profile} --from FOLDER, "
            "where FOLDER holds the files.",
        ),
        "sw": (
            "Modeli ya {role} ({name}) haipo kwenye kompyuta hii.",
            "Unganisha intaneti mara moja na uendeshe: tutor models fetch --profile {profile}. "
            "Bila intaneti: tutor models fetch --profile {profile} --from FOLDA yenye faili.",
        ),
    },
    "model-damaged": {
        "en": (
            "The model file {file} is damaged: its contents are not what was published.",
            "Run: tutor models fetch --profile {profile}. It replaces only what is damaged.",
        ),
        "sw": (
            "Faili la modeli {file} limeharibika: yaliyomo siyo yale yaliyochapishwa.",
            "Endesha: tutor models fetch --profile {profile}. Itabadilisha kilichoharibika tu.",
        ),
    },
    "model-outdated": {
        "en": (
            "The {role} model ({name}) was made for another version of tutor.",
            "Run: tutor models fetch --profile {profile}. Without internet add: --from FOLDER.",
        ),
        "sw": (
            "Modeli ya {role} ({name}) ilitengenezwa kwa toleo lingine la tutor.",
            "Endesha: tutor models fetch --profile {profile}. Bila intaneti ongeza: --from FOLDA.",
        ),
    },
    "model-unknown": {
        "en": ("There is no model named {name}.", "Use one of: {known}."),
        "sw": ("Hakuna modeli inayoitwa {name}.", "Tumia mojawapo: {known}."),
    },
    "model-unloadable": {
        "en": ("The model {name} cannot be started: {why}.", "Run: tutor doctor. It says what is missing."),
        "sw": (
            "Modeli {name} haiwezi kuanzishwa: {why}.",
            "Endesha: tutor doctor. Itakuambia kinachokosekana.",
        ),
    },
    "export-missing": {
        "en": (
            "The model {name} is published for torch and must be converted once; this computer lacks: {missing}.",
            "On a connected computer run: pip install '.[export]' and then the same command again. "
            "Other computers copy its models folder: tutor models fetch --from FOLDER.",
        ),
        "sw": (
            "Modeli {name} imechapishwa kwa torch na lazima ibadilishwe mara moja; kompyuta hii haina: {missing}.",
            "Kwenye kompyuta yenye intaneti endesha: pip install '.[export]' kisha amri ileile tena. "
            "Kompyuta nyingine zinakili folda yake ya models: tutor models fetch --from FOLDA.",
        ),
    },
    "generator-missing": {
        "en": (
            "The program that rewrites answers (llama-cpp-python) is not installed.",
            "Nothing else depends on it: answers are quoted, not rewritten.",
        ),
        "sw": (
            "Programu inayoandika upya majibu (llama-cpp-python) haijasakinishwa.",
            "Hakuna kingine kinachoitegemea: majibu yananukuliwa, hayaandikwi upya.",
        ),
    },
    "generator-unfit": {
        "en": (
            "The program that rewrites answers (llama-cpp-python) does not run on this computer ({why}).",
            "Nothing else depends on it: answers are quoted. Running the set-up script again may mend it.",
        ),
        "sw": (
            "Programu inayoandika upya majibu (llama-cpp-python) haifanyi kazi kwenye kompyuta hii ({why}).",
            "Hakuna kingine kinachoitegemea: majibu yananukuliwa. Kuendesha tena hati ya usakinishaji "
            "kunaweza kuirekebisha.",
        ),
    },
    "prompt-too-long": {
        "en": (
            "The text for the generator is too long: {tokens} tokens, at most {limit}.",
            "Ask a shorter question, or set context_tokens higher.",
        ),
        "sw": (
            "Maandishi ya jenereta ni marefu mno: tokeni {tokens}, mwisho ni {limit}.",
            "Uliza swali fupi zaidi, au ongeza context_tokens.",
        ),
    },
    "fetch-offline": {
        "en": (
            "The download of {file} could not start: {why}.",
            "Check the internet connection and run the same command again; "
            "what has been fetched is kept. With the files on a stick use: --from FOLDER.",
        ),
        "sw": (
            "Upakuaji wa {file} haukuanza: {why}.",
            "Kagua intaneti kisha endesha amri ileile tena; kilichopakuliwa kimehifadhiwa. "
            "Ukiwa na faili kwenye fimbo ya USB tumia: --from FOLDA.",
        ),
    },
    "fetch-broken": {
        "en": (
            "The download of {file} stopped before its end: {why}.",
            "Run the same command again; it goes on where it stopped.",
        ),
        "sw": (
            "Upakuaji wa {file} ulikatika kabla ya mwisho: {why}.",
            "Endesha amri ileile tena; itaendelea pale ilipoishia.",
        ),
    },
    "fetch-refused": {
        "en": (
            "The server does not give {file}: {why}.",
            "Try again later, or bring the files in a folder and use: --from FOLDER.",
        ),
        "sw": (
            "Seva haitoi {file}: {why}.",
            "Jaribu tena baadaye, au leta faili kwenye folda na utumie: --from FOLDA.",
        ),
    },
    "fetch-daily-limit": {
        "en": (
            "The server gives {file} no more today: it asks to wait {minutes} minutes.",
            "Run the same command again after that time; what has been fetched is kept.",
        ),
        "sw": (
            "Seva haitoi {file} tena leo: inataka kusubiri dakika {minutes}.",
            "Endesha amri ileile tena baada ya muda huo; kilichopakuliwa kimehifadhiwa.",
        ),
    },
    "fetch-wrong-content": {
        "en": (
            "What the server sent as {file} is not the published file: {why}.",
            "It was thrown away and nothing was changed. Try again, or use another connection.",
        ),
        "sw": (
            "Seva imetuma kitu kingine badala ya {file}: {why}.",
            "Kimetupwa na hakuna kilichobadilika. Jaribu tena, au tumia mtandao mwingine.",
        ),
    },
    "fetch-not-in-folder": {
        "en": (
            "The folder {folder} does not hold {file}.",
            "Copy the whole models folder of a computer that works, and name that copy.",
        ),
        "sw": (
            "Folda {folder} haina {file}.",
            "Nakili folda nzima ya models ya kompyuta inayofanya kazi, kisha itaje nakala hiyo.",
        ),
    },
    "disk-full": {
        "en": (
            "There is not enough room on the disk: {need_mb} MB are needed, {free_mb} MB are free in {folder}.",
            "Make room and run the same command again.",
        ),
        "sw": (
            "Nafasi kwenye diski haitoshi: zinahitajika MB {need_mb}, zilizopo ni MB {free_mb} katika {folder}.",
            "Ongeza nafasi kisha endesha amri ileile tena.",
        ),
    },
    "not-writable": {
        "en": (
            "The folder {folder} cannot be written to: {why}.",
            "Choose another folder with TUTOR_HOME, or ask the technician for the right to write there.",
        ),
        "sw": (
            "Haiwezekani kuandika katika folda {folder}: {why}.",
            "Chagua folda nyingine kwa TUTOR_HOME, au muombe fundi ruhusa ya kuandika humo.",
        ),
    },
    "profile-unknown": {
        "en": ("There is no profile named {name}.", "Use one of: {known}."),
        "sw": ("Hakuna wasifu unaoitwa {name}.", "Tumia mmojawapo: {known}."),
    },
    "setting-unknown": {
        "en": ("There is no setting named {name}.", "Run: tutor config list. It shows all of them."),
        "sw": ("Hakuna mpangilio unaoitwa {name}.", "Endesha: tutor config list. Inaonyesha yote."),
    },
    "setting-invalid": {
        "en": ("The setting {name} cannot be {value!r}.", "It takes {expected}. It was set in {origin}."),
        "sw": ("Mpangilio {name} hauwezi kuwa {value!r}.", "Unapokea {expected}. Uliwekwa katika {origin}."),
    },
    "settings-file": {
        "en": ("The settings file {file} cannot be read: {why}.", "Mend that line, or move the file away."),
        "sw": (
            "Faili la mipangilio {file} halisomeki: {why}.",
            "Rekebisha mstari huo, au hamisha faili hilo.",
        ),
    },
    "question-empty": {
        "en": ("No question was typed.", "Write a question, for example: What is photosynthesis?"),
        "sw": ("Hakuna swali lililoandikwa.", "Andika swali, kwa mfano: Usanisinuru ni nini?"),
    },
    "question-too-long": {
        "en": (
            "The question is too long: {length} characters, at most {limit}.",
            "Ask one thing at a time, in one or two sentences.",
        ),
        "sw": (
            "Swali ni refu mno: herufi {length}, mwisho ni {limit}.",
            "Uliza jambo moja kwa wakati, kwa sentensi moja au mbili.",
        ),
    },
    "question-unreadable": {
        "en": (
            "The question holds no words.",
            "Write it with letters, for example: What is photosynthesis?",
        ),
        "sw": (
            "Swali halina maneno.",
            "Liandike kwa herufi, kwa mfano: Usanisinuru ni nini?",
        ),
    },
    "subject-unknown": {
        "en": ("There is no subject named {name}.", "Use one of: {known}."),
        "sw": ("Hakuna somo linaloitwa {name}.", "Tumia mojawapo: {known}."),
    },
    "form-unknown": {
        "en": ("There is no form {name}.", "Use one of: {known}."),
        "sw": ("Hakuna kidato cha {name}.", "Tumia kimojawapo: {known}."),
    },
    "language-unknown": {
        "en": ("There is no language {name!r} here.", "Use en (English), sw (Swahili) or mixed."),
        "sw": ("Hakuna lugha {name!r} hapa.", "Tumia en (Kiingereza), sw (Kiswahili) au mixed."),
    },
    "library-empty": {
        "en": (
            "The library holds no books yet.",
            "Add a book or a folder with: tutor library add PATH. The sample library: tutor library add --sample.",
        ),
        "sw": (
            "Maktaba bado haina vitabu.",
            "Ongeza kitabu au folda kwa: tutor library add NJIA. Maktaba ya mfano: tutor library add --sample.",
        ),
    },
    "library-busy": {
        "en": (
            "Another import is running in this library.",
            "Wait until it has ended and run the same command again.",
        ),
        "sw": (
            "Uingizaji mwingine unaendelea katika maktaba hii.",
            "Subiri uishe kisha endesha amri ileile tena.",
        ),
    },
    "library-too-new": {
        "en": (
            "The library was written by a newer tutor (version {found}, this one knows {known}).",
            "Install the newer tutor, or name another folder with TUTOR_HOME.",
        ),
        "sw": (
            "Maktaba iliandikwa na tutor mpya zaidi (toleo {found}, hili linajua {known}).",
            "Sakinisha tutor mpya, au taja folda nyingine kwa TUTOR_HOME.",
        ),
    },
    "library-damaged": {
        "en": (
            "The library file {file} is damaged: {why}.",
            "Restore {file} from a copy, or move it away and add the books again.",
        ),
        "sw": (
            "Faili la maktaba {file} limeharibika: {why}.",
            "Rejesha {file} kutoka kwenye nakala, au lihamishe na uongeze vitabu tena.",
        ),
    },
    "document-unknown": {
        "en": ("The library holds no book {name!r}.", "Run: tutor library list. It shows all of them."),
        "sw": ("Maktaba haina kitabu {name!r}.", "Endesha: tutor library list. Inaonyesha zote."),
    },
    "path-missing": {
        "en": ("There is nothing at {path}.", "Check the name of the file or folder."),
        "sw": ("Hakuna kitu katika {path}.", "Kagua jina la faili au folda."),
    },
    "book-empty": {
        "en": ("{file} was left out: it holds no text.", "A scan needs its text to be read first."),
        "sw": ("{file} limeachwa: halina maandishi.", "Picha iliyoskaniwa inahitaji kusomwa maandishi kwanza."),
    },
    "book-unsupported": {
        "en": (
            "{file} was left out: tutor cannot read files of this kind.",
            "Save it as one of: {known}.",
        ),
        "sw": (
            "{file} limeachwa: tutor haiwezi kusoma faili za aina hii.",
            "Lihifadhi kama mojawapo ya: {known}.",
        ),
    },
    "index-missing": {
        "en": ("The search index has not been built.", "Run: tutor library rebuild."),
        "sw": ("Faharasa ya kutafutia haijajengwa.", "Endesha: tutor library rebuild."),
    },
    "index-damaged": {
        "en": (
            "The search index {generation} is damaged ({why}) and was set aside.",
            "Run: tutor library rebuild. The books themselves are safe.",
        ),
        "sw": (
            "Faharasa ya kutafutia {generation} imeharibika ({why}) na imewekwa kando.",
            "Endesha: tutor library rebuild. Vitabu vyenyewe viko salama.",
        ),
    },
    "index-other-model": {
        "en": (
            "The search index was built with another embedder than the one in use ({name}).",
            "Run: tutor library rebuild, or choose the profile it was built with.",
        ),
        "sw": (
            "Faharasa ilijengwa kwa modeli nyingine, siyo inayotumika sasa ({name}).",
            "Endesha: tutor library rebuild, au chagua wasifu uliotumika kuijenga.",
        ),
    },
    "glossary-damaged": {
        "en": ("The glossary {file} cannot be read: {why}.", "Mend line {line} or put the shipped file back."),
        "sw": (
            "Kamusi {file} haisomeki: {why}.",
            "Rekebisha mstari wa {line} au rudisha faili la awali.",
        ),
    },
    "data-damaged": {
        "en": ("The data file {file} cannot be used: {why}.", "Install tutor again, or put the shipped file back."),
        "sw": (
            "Faili la data {file} halitumiki: {why}.",
            "Sakinisha tutor upya, au rudisha faili la awali.",
        ),
    },
    "port-busy": {
        "en": ("The address {host}:{port} is already in use.", "Choose another with: tutor serve --port NUMBER."),
        "sw": (
            "Anwani {host}:{port} tayari inatumika.",
            "Chagua nyingine kwa: tutor serve --port NAMBA.",
        ),
    },
}
