"""What a pupil and a teacher do on the pages, one after the other, with the forms that the pages show.

Used by bench_offline.py. A page that is not as it should be raises WalkError.
"""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from page_browser import Browser, Page, WalkError

PASSWORD = "tembo mweupe mkubwa"
BOOK = "---\ntitle: {name}\nsubject: geography\nform: 2\nlanguage: en\ntype: notes\n---\n# {name}\n\n"
TEXT = "The hill of {name} is {number} metres higher than the valley beside it.\n"
REQUESTS = ("Form 2 biology, nutrition, one week", "Kidato cha pili historia, wiki moja", "Form 3 geography, two weeks")
READ = ("ready", "review")


def last(page: Page) -> str:
    """The last part of where a page is: a ticket, a path's name, a class."""
    return page.path.rstrip("/").rpartition("/")[2]


def pupil_walk(browser: Browser, question: str, number: int) -> None:
    """Ask with and without a script, read, search, practise, look words up, follow a path of lessons."""
    home = browser.get("/")
    for link in (*home.links("/static/"), "/health", "/api/v1/openapi.json", "/api/v1/status", "/api/v1/queue"):
        browser.get(link)
    _ask_by_form(browser, home, question)
    _ask_by_api(browser, question)
    _read(browser, question)
    _learn(browser, REQUESTS[number % len(REQUESTS)])


def _ask_by_form(browser: Browser, home: Page, question: str) -> None:
    ticket = last(browser.submit(home, "/ask", q=question))
    _until_done(browser, f"/api/v1/queue/{ticket}", question)
    answered = browser.get(f"/answer/{ticket}")
    browser.get(f"/api/v1/queue/{ticket}/events")
    for link in answered.links("/passage")[:1]:
        browser.get(link)
    if answered.has_form(f"/answer/{ticket}/teacher"):
        browser.submit(answered, f"/answer/{ticket}/teacher")
    again = browser.submit(answered, "/ask", q=f"{question} ")
    if again.has_form(f"{again.path}/stop"):
        browser.submit(again, f"{again.path}/stop")


def _ask_by_api(browser: Browser, question: str) -> None:
    for end in ("leave", "teacher", ""):
        asked = browser.call("POST", "/api/v1/ask", {"question": question, "wait_seconds": 0 if end == "leave" else 60})
        ticket = f"/api/v1/queue/{asked['ticket']}"
        if end == "teacher":
            # Before it is answered, nothing of it is on record that a teacher could be asked about.
            _until_done(browser, ticket, question)
        browser.call("POST" if end else "DELETE", f"{ticket}/{end}" if end else ticket)


def _until_done(browser: Browser, ticket: str, question: str) -> None:
    browser.until(lambda: browser.call("GET", ticket)["state"] == "done", question)


def _read(browser: Browser, question: str) -> None:
    subject = browser.get(browser.get("/books").link("/books/"))
    chapter = browser.get(browser.get(subject.link("/book?")).link("/read?"))
    found = browser.get(f"/search?q={quote(question)}")
    browser.get(found.link("/passage?"))
    browser.get("/practice?subject=geography&form=2")
    browser.get("/glossary?q=osmosis")
    browser.get("/glossary?letter=m")
    passage = browser.call("GET", f"/api/v1/search?q={quote(question)}")["passages"][0]
    browser.call("GET", f"/api/v1/passage?id={quote(passage['passage_id'])}")
    book = browser.call("GET", "/api/v1/library")["books"][0]
    browser.call("GET", f"/api/v1/book?id={quote(book['id'])}")
    browser.call("GET", "/api/v1/glossary?q=maji")
    browser.get(chapter.path + "?" + urlsplit(subject.link("/book?")).query)


def _learn(browser: Browser, request: str) -> None:
    path = browser.submit(browser.get("/lessons"), "/lessons", request=request)
    name = last(path)
    topic = browser.until(lambda: _readable(browser, name), f"a lesson of {request!r}")
    browser.call("POST", "/api/v1/paths", {"subject": "geography", "language": "sw", "forms": [2], "weeks": 1})
    browser.call("GET", "/api/v1/paths")
    if topic == "-":
        return
    browser.call("GET", f"/api/v1/paths/{name}/lessons/{topic}")
    lesson = browser.get(f"/lessons/{name}/{topic}")
    if lesson.has_form(f"/lessons/{name}/{topic}/answer"):
        browser.submit(lesson, f"/lessons/{name}/{topic}/answer", answer="true")
        answer = f"/api/v1/paths/{name}/lessons/{topic}"
        browser.call("POST", f"{answer}/mark", {"question": 0, "answer": "true"})
        browser.call("POST", f"{answer}/count", {"question": 0, "right": True})
    browser.get(f"/lessons/{name}")


def _readable(browser: Browser, name: str) -> str | None:
    """A lesson of the path that a pupil may read; "-" where none will ever be; None while that is not known."""
    report = browser.call("GET", f"/api/v1/paths/{name}")
    lessons = [lesson for branch in report["branches"] for lesson in branch["lessons"]]
    ready = [lesson["topic"] for lesson in lessons if lesson["state"] == "ready"]
    return ready[0] if ready else "-" if report["done"] else None


# ---------------------------------------------------------------- the teacher


def first_start(browser: Browser, code: str) -> None:
    """Choose language and password with the code that the start of tutor printed."""
    password = browser.get(browser.get("/start").link("/start/password"))
    browser.submit(password, "/teacher/first-password", code=code, password=PASSWORD, again=PASSWORD)
    browser.get("/start/books")


def teacher_walk(browser: Browser, number: int) -> None:
    """Everything that a teacher's pages offer, with a book and a class that are gone again at the end."""
    browser.submit(browser.get("/"), "/ask", q="What is soil erosion?")
    room = _make_class(browser, number)
    _keep_books(browser, number)
    _look_through_questions(browser)
    _teach(browser, room, number)
    sheet = browser.get("/teacher/sheet?subject=geography&form=2")
    questions = [value for name, value in sheet.form("/teacher/sheet/print").fields if name == "q"]
    browser.submit(sheet, "/teacher/sheet/print", q=questions[:3] or _first_questions(sheet), guide="yes")
    _tend_the_computer(browser)
    browser.submit(browser.get(f"/teacher/classes/{room}"), f"/teacher/classes/{room}/remove", sure="yes")
    changed = browser.submit(
        browser.get("/teacher/password"), "/teacher/password", old=PASSWORD, password=PASSWORD, again=PASSWORD
    )
    browser.submit(changed, "/teacher/sign-out")
    browser.submit(browser.get("/teacher/sign-in"), "/teacher/sign-in", password=PASSWORD)


def _first_questions(sheet: Page) -> list[str]:
    marks = sheet.text.split('name="q" value="')[1:4]
    return [mark.split('"')[0] for mark in marks]


def _make_class(browser: Browser, number: int) -> str:
    classes = browser.submit(browser.get("/teacher/classes"), "/teacher/classes/rules", keep_days="90")
    room = browser.submit(classes, "/teacher/classes", name=f"Kidato {number}", form="2")
    room = browser.submit(room, room.path, name=f"Kidato cha 2 {number}", may_subject=["geography", "biology"])
    room = browser.submit(room, "/link")
    seen = browser.submit(room, "/preview")
    browser.submit(seen, "/teacher/classes/preview/end")
    joined = Browser(*browser.place)
    home = joined.get("/c/" + last(room))
    joined.submit(home, "/leave-class")
    browser.asked |= joined.asked
    return last(room)


def _keep_books(browser: Browser, number: int) -> None:
    name = f"Kilima {number}"
    text = (BOOK + TEXT).format(name=name, number=number)
    shelf = browser.get("/teacher/library")
    browser.send_file(shelf, "/teacher/library/add", "files", f"kilima-{number}.md", text.encode())
    book = f"kilima-{number}"
    _idle_shelf(browser)
    for do in ({"form": "3"}, {"do": "remove", "sure": "yes"}):
        browser.submit(_idle_shelf(browser), "/teacher/library/change", book=book, **do)
    if name in _idle_shelf(browser).text:
        raise WalkError(f"{name} is still there after it was removed")
    if number == 0:
        browser.submit(_idle_shelf(browser), "/teacher/library/sample")
        _idle_shelf(browser)


def _idle_shelf(browser: Browser) -> Page:
    def idle() -> Page | None:
        shelf = browser.get("/teacher/library")
        return shelf if shelf.has_form("/teacher/library/add") else None

    found: Page = browser.until(idle, "the end of the import")
    return found


def _look_through_questions(browser: Browser) -> None:
    for view in ("asked", "gaps", "mine", "review", "pinned"):
        browser.get(f"/teacher/questions?view={view}")
    for action, changes in (
        ("/mark", {}), ("/mark", {"mark": "none"}), ("/pin", {"answer": "Ask me in class."}), ("/done", {}),
        ("/teacher/questions/unpin", {}),
    ):  # fmt: skip
        view = {"/done": "mine", "/teacher/questions/unpin": "pinned"}.get(action, "asked")
        page = browser.get(f"/teacher/questions?view={view}")
        if page.has_form(action):
            browser.submit(page, action, **changes)
    browser.get("/teacher/questions/candidates.jsonl")


def _teach(browser: Browser, room: str, number: int) -> None:
    request = REQUESTS[number % len(REQUESTS)]
    path = browser.submit(browser.get("/teacher/lessons"), "/teacher/lessons", request=request)
    name = last(path)
    browser.until(lambda: browser.call("GET", f"/api/v1/paths/{name}")["done"], f"the lessons of {request!r}")
    browser.get(f"/api/v1/paths/{name}/events")
    for kind in ("html", "epub", "md"):
        browser.get(f"/teacher/lessons/path/{name}/file.{kind}")
    lessons = browser.get(path.path).links("/teacher/lessons/lesson/")
    review = browser.get("/teacher/lessons/review").links("/teacher/lessons/lesson/")
    for link in (*lessons[:1], *review[:1]):
        lesson = browser.get(link)
        for action in ("/edit", "/approve"):
            changes = {"own_words": "yes"} if action == "/approve" else {}
            if lesson.has_form(action):
                lesson = browser.submit(lesson, action, **changes)
    given = browser.submit(browser.get(path.path), "/give", **{"class": room})
    joined = Browser(*browser.place)
    joined.get("/l/" + given.text.split("/l/")[1].split('"')[0].split("<")[0])
    browser.asked |= joined.asked
    if given.has_form("/arrange"):
        given = browser.submit(given, "/arrange")
    given = browser.submit(given, "/withdraw")
    if given.has_form("/again"):
        given = browser.submit(given, "/again")
    browser.submit(browser.get(path.path), "/remove", sure="yes")


def _tend_the_computer(browser: Browser) -> None:
    status = browser.submit(browser.get("/status"), "/status/log", level="info")
    browser.submit(status, "/status/backup")
    browser.get("/status/restore")


def restore_walk(browser: Browser) -> None:
    """Take a backup on the page and put it back; then what was before. The pages pause for it, so nobody asks."""
    backup = browser.submit(browser.get("/status"), "/status/backup").content
    sure = {"password": PASSWORD, "sure": "yes"}
    for end, said in (("/status/restore/cancel", {}), ("/status/restore/confirm", sure)):
        page = browser.get("/status/restore")
        offer = browser.send_file(page, "/status/restore", "backup", "backup.zip", backup)
        browser.submit(offer, end, **said)
    browser.until(lambda: _restored(browser), "the end of the restore")
    browser.submit(browser.get("/teacher/sign-in"), "/teacher/sign-in", password=PASSWORD)
    browser.submit(browser.get("/status/restore"), "/status/restore/back", **sure)
    browser.until(lambda: _restored(browser), "the end of going back")


def _restored(browser: Browser) -> bool:
    try:
        return "http-equiv" not in browser.get("/status/restore/done").text and browser.get("/health").path == "/health"
    except WalkError:
        return False
