"""The words of the lesson pages, for pupils and for teachers: key -> (English, Swahili). Keys that end in .one and
.other are counted."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "nav.lessons": ("Lessons", "Masomo"),
    "desk.lessons": ("Lessons", "Masomo"),
    # A pupil's paths
    "lesson.lead": (
        "Say what you want to learn, and for how long. You get lessons in order, written from your school's books.",
        "Sema unataka kujifunza nini, na kwa muda gani. Utapata masomo kwa mpangilio, yaliyoandikwa kutoka vitabu vya "
        "shule yako.",
    ),
    "lesson.request": ("What do you want to learn?", "Unataka kujifunza nini?"),
    "lesson.request_example": (
        "For example: Form 2 history, colonial economy, two weeks",
        "Kwa mfano: Historia kidato cha pili, uchumi wa kikoloni, wiki mbili",
    ),
    "lesson.in": ("Lessons in", "Masomo kwa"),
    "lesson.as_asked": ("As I ask", "Kama ombi"),
    "lesson.make": ("Make the path", "Tengeneza njia"),
    "lesson.or_choose": ("Or choose from lists", "Au chagua kwenye orodha"),
    "lesson.choose_topics": ("Show the topics", "Onesha mada"),
    "lesson.topics_hint": (
        "Tick the topics you want. Without a tick the path has all of them.",
        "Tia alama mada unazotaka. Bila alama, njia itakuwa na mada zote.",
    ),
    "lesson.topics": ("Topics", "Mada"),
    "lesson.weeks": ("How many weeks", "Wiki ngapi"),
    "lesson.weeks_hint": ("Empty: as long as schools take.", "Ikiachwa wazi: muda ambao shule hutumia."),
    "lesson.of_class": ("From your teacher", "Kutoka kwa mwalimu wako"),
    "lesson.of_device": ("Made on this device", "Zilizotengenezwa kwenye kifaa hiki"),
    "lesson.ready_of": ("{ready} of {all} lessons are ready", "Masomo {ready} kati ya {all} yako tayari"),
    # A path
    "lesson.lessons": ("Lessons in order", "Masomo kwa mpangilio"),
    "lesson.coming": (
        "The lessons are being written from the books. Pupils' questions come first. This page follows.",
        "Masomo yanaandikwa kutoka vitabuni. Maswali ya wanafunzi yanatangulia. Ukurasa huu unafuatilia.",
    ),
    "lesson.needs": ("First: {names}", "Kwanza: {names}"),
    "lesson.is_planned": ("will be written", "litaandikwa"),
    "lesson.is_writing": ("being written", "linaandikwa"),
    "lesson.is_ready": ("ready", "tayari"),
    "lesson.is_review": ("your teacher is checking this lesson", "mwalimu wako anakagua somo hili"),
    "lesson.is_uncovered": ("not in the library", "halimo maktabani"),
    "lesson.is_failed": ("could not be written", "halikuweza kuandikwa"),
    "lesson.is_gated": ("from books that your class does not use", "kutoka vitabu ambavyo darasa lako halitumii"),
    "lesson.looked_at": (
        "The books have changed; this lesson is being looked at again.",
        "Vitabu vimebadilika; somo hili linakaguliwa tena.",
    ),
    "lesson.done_here": ("read", "limesomwa"),
    "lesson.right_here": ("{right} of {all} right", "sahihi {right} kati ya {all}"),
    "lesson.progress": (
        "You have read {read} of {all} lessons. This is kept on this device only.",
        "Umesoma masomo {read} kati ya {all}. Hili linahifadhiwa kwenye kifaa hiki tu.",
    ),
    # A lesson
    "lesson.path": ("The path", "Njia"),
    "lesson.next": ("Next lesson: {name}", "Somo linalofuata: {name}"),
    "lesson.mark_read": ("I have read this lesson", "Nimesoma somo hili"),
    "lesson.is_read": ("Read ✓", "Limesomwa ✓"),
    "lesson.check": ("Check", "Kagua"),
    "lesson.choose": ("Choose", "Chagua"),
    "lesson.mark_right": ("Right.", "Sahihi."),
    "lesson.mark_partly": ("Partly right.", "Sahihi kwa sehemu."),
    "lesson.mark_wrong": ("Not right.", "Si sahihi."),
    "lesson.mark_unsure": (
        "This cannot be judged here. Compare it with the book yourself.",
        "Hili haliwezi kusahihishwa hapa. Linganisha mwenyewe na kitabu.",
    ),
    "lesson.missed": ("Not said: {facts}", "Hayakutajwa: {facts}"),
    "lesson.was_right": ("The book has: {answer}", "Kitabu kina: {answer}"),
    "lesson.book_says": ("The book says:", "Kitabu kinasema:"),
    "lesson.rewritten": (
        "Some long sentences were put more simply by the computer, and checked against the book.",
        "Baadhi ya sentensi ndefu zimerahisishwa na kompyuta, na kuhakikiwa na kitabu.",
    ),
    "lesson.kept_here": (
        "Your answers stay on this device. If your class has this path, your teacher sees only how many of the class "
        "answered right, without names.",
        "Majibu yako yanabaki kwenye kifaa hiki. Kama darasa lako lina njia hii, mwalimu huona tu wangapi darasani "
        "wamejibu sahihi, bila majina.",
    ),
    "lesson.approved": ("A teacher has read and approved this lesson.", "Mwalimu amesoma na kuidhinisha somo hili."),
    "lesson.teacher_line": ("the teacher's own words", "maneno ya mwalimu mwenyewe"),
    # The teacher's pages
    "tlesson.lead": (
        "Make a path for a class, look through what waits for you, and give the path to a class by link.",
        "Tengeneza njia kwa ajili ya darasa, pitia yanayokusubiri, kisha lipe darasa njia kwa kiungo.",
    ),
    "tlesson.new": ("A new path", "Njia mpya"),
    "tlesson.paths": ("Paths", "Njia"),
    "tlesson.none": ("There are no paths yet.", "Bado hakuna njia."),
    "tlesson.waiting.one": ("{count} lesson waits for you", "Somo {count} linakusubiri"),
    "tlesson.waiting.other": ("{count} lessons wait for you", "Masomo {count} yanakusubiri"),
    "tlesson.review": ("Lessons that wait for you", "Masomo yanayokusubiri"),
    "tlesson.review_lead": (
        "Pupils do not see these lessons until you approve them.",
        "Wanafunzi hawaoni masomo haya hadi uyaidhinishe.",
    ),
    "tlesson.review_none": ("Nothing waits for you.", "Hakuna kinachokusubiri."),
    "tlesson.why": ("Why it waits", "Kwa nini linasubiri"),
    "tlesson.claims": (
        "{checked} sentences were checked against the books, {supported} are supported, {dropped} were dropped.",
        "Sentensi {checked} zilihakikiwa na vitabu, {supported} zina msingi, {dropped} ziliondolewa.",
    ),
    "tlesson.is_review": ("waits for you", "linakusubiri"),
    "tlesson.reading_ari": (
        "Readability index of the explanation: {value}. For this form at most {most} is meant.",
        "Kiwango cha ugumu wa kusoma maelezo: {value}. Kwa kidato hiki kinakusudiwa kisizidi {most}.",
    ),
    "tlesson.reading_percentile": (
        "The explanation is harder to read than {value} % of this form's Swahili passages; at most {most} % is meant.",
        "Maelezo ni magumu kusoma kuliko asilimia {value} ya vifungu vya Kiswahili vya kidato hiki; inakusudiwa "
        "isizidi {most}.",
    ),
    "tlesson.unsupported": ("no support in the books", "haina msingi vitabuni"),
    "tlesson.approve": ("Approve for pupils", "Idhinisha kwa wanafunzi"),
    "tlesson.own_words": (
        "I answer for the sentences that no book supports",
        "Ninawajibika kwa sentensi zisizo na msingi vitabuni",
    ),
    "tlesson.approved": ("Approved: pupils read it now.", "Limeidhinishwa: wanafunzi wanalisoma sasa."),
    "tlesson.edited": ("Kept. Approve it when you are done.", "Limehifadhiwa. Liidhinishe ukimaliza."),
    "tlesson.edit": ("Edit", "Hariri"),
    "tlesson.edit_hint": (
        "One sentence on a line. A line that you leave as it is stays a quote of the book. A line that you write or "
        "change is yours: it is labelled as the teacher's, and held against the books.",
        "Sentensi moja kwa kila mstari. Mstari unaouacha ulivyo unabaki nukuu ya kitabu. Mstari unaouandika au "
        "kuubadilisha ni wako: unawekewa alama kuwa ni wa mwalimu, na unalinganishwa na vitabu.",
    ),
    "tlesson.heading": ("Heading", "Kichwa"),
    "tlesson.sentences": ("Sentences", "Sentensi"),
    "tlesson.new_part": ("A part of your own", "Sehemu yako mwenyewe"),
    "tlesson.keep_questions": ("Questions to keep", "Maswali ya kubaki"),
    "tlesson.keep": ("Save the edit", "Hifadhi marekebisho"),
    "tlesson.arrange": ("Let the computer group the topics", "Acha kompyuta ipange mada katika makundi"),
    "tlesson.arrange_hint": (
        "It only orders and groups them; it writes nothing. This takes some seconds.",
        "Inazipanga na kuzigawa tu; haiandiki chochote. Inachukua sekunde kadhaa.",
    ),
    "tlesson.arranged": ("The topics are in a new order.", "Mada zimepangwa upya."),
    "tlesson.write_again": ("Try the failed ones again", "Jaribu tena yaliyoshindikana"),
    "tlesson.files": ("To print or take away", "Kuchapisha au kuchukua"),
    "tlesson.page_file": ("Page to print", "Ukurasa wa kuchapisha"),
    "tlesson.book_file": ("Book for phones (EPUB)", "Kitabu cha simu (EPUB)"),
    "tlesson.remove": ("Remove this path", "Ondoa njia hii"),
    "tlesson.give": ("Give it to a class", "Lipe darasa"),
    "tlesson.give_lead": (
        "Who opens the link joins the class and sees the path, within what the class may see.",
        "Anayefungua kiungo anajiunga na darasa na kuona njia, ndani ya yale yanayoruhusiwa kwa darasa.",
    ),
    "tlesson.class": ("Class", "Darasa"),
    "tlesson.choose_class": ("Choose a class", "Chagua darasa"),
    "tlesson.no_classes": ("Make a class first.", "Tengeneza darasa kwanza."),
    "tlesson.give_button": ("Make the link", "Tengeneza kiungo"),
    "tlesson.withdraw": ("Take it from the class", "Liondolee darasa"),
    "tlesson.results": ("Results of {name}", "Matokeo ya {name}"),
    "tlesson.results_hint": (
        "First answers only, counted on the pupils' devices. Nobody's name is kept.",
        "Majibu ya kwanza tu, yaliyohesabiwa kwenye vifaa vya wanafunzi. Hakuna jina linalohifadhiwa.",
    ),
    "tlesson.no_results": ("Nobody has answered yet.", "Bado hakuna aliyejibu."),
    "tlesson.question": ("Question", "Swali"),
    "tlesson.answered": ("Answered", "Walijibu"),
    "tlesson.right": ("Right", "Sahihi"),
}
