/* Lessons fill in while the outline is read; progress and answers stay on this device. Every page works without it. */
(function () {
  "use strict";
  var STORE = "tutor.lessons";
  function each(list, act) { Array.prototype.forEach.call(list, act); }
  function known() {
    try { return JSON.parse(window.localStorage.getItem(STORE)) || {}; } catch (error) { return {}; }
  }
  function change(lesson, act) {
    var all = known();
    all[lesson] = all[lesson] || { read: false, answers: {}, questions: 0 };
    act(all[lesson]);
    try { window.localStorage.setItem(STORE, JSON.stringify(all)); } catch (error) { /* a full or closed store */ }
  }
  function rightOf(one) {
    return Object.keys(one.answers || {}).filter(function (key) { return one.answers[key] === "right"; }).length;
  }

  /* The outline: what this device has read, and what has been written meanwhile. */
  function showProgress() {
    var place = document.getElementById("progress");
    if (!place) { return; }
    var all = known(), read = 0, nodes = document.querySelectorAll("#outline [data-lesson]");
    each(nodes, function (node) {
      var one = all[node.getAttribute("data-lesson")], tag = node.querySelector(".here"), said = [];
      if (!one || !tag) { return; }
      if (one.read) { read += 1; said.push(place.getAttribute("data-read") + " \u2713"); }
      if (Object.keys(one.answers || {}).length) {
        said.push(place.getAttribute("data-right").replace("{right}", rightOf(one)).replace("{all}", one.questions));
      }
      tag.textContent = said.join(", ");
      tag.hidden = !said.length;
    });
    place.textContent = place.getAttribute("data-words").replace("{read}", read).replace("{all}", nodes.length);
    place.hidden = !read;
  }
  function follow() {
    var outline = document.querySelector("#outline[data-poll]");
    if (!outline || !window.fetch) { return; }
    window.setTimeout(function () {
      fetch(window.location.pathname, { credentials: "same-origin" }).then(function (reply) {
        return reply.ok ? reply.text() : "";
      }).then(function (text) {
        var next = new DOMParser().parseFromString(text, "text/html").getElementById("outline");
        if (next) {
          if (next.innerHTML !== outline.innerHTML) { outline.innerHTML = next.innerHTML; showProgress(); }
          if (!next.hasAttribute("data-poll")) { outline.removeAttribute("data-poll"); }
        }
        follow();
      }).catch(follow);
    }, Number(outline.getAttribute("data-poll")));
  }

  /* A lesson: its questions are marked in place; only the first answer is counted for a class, without a name. */
  var lesson = document.querySelector("#lesson[data-lesson]");
  function count(question, outcome) {
    fetch(lesson.getAttribute("data-count"), {
      method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ question: question, right: outcome === "right" })
    }).catch(function () { /* the pupil's own mark stands without it */ });
  }
  function keep(form) {
    var mark = form.querySelector("[data-outcome]");
    if (!mark) { return; }
    var question = Number(form.getAttribute("data-question")), outcome = mark.getAttribute("data-outcome");
    change(lesson.getAttribute("data-lesson"), function (one) {
      one.questions = Number(lesson.getAttribute("data-questions"));
      if (outcome === "unsure") { return; }
      if (!(question in one.answers)) { count(question, outcome); }
      if (one.answers[question] !== "right") { one.answers[question] = outcome; }
    });
  }
  /* A browser too old for these sends its answers the plain way. */
  if (lesson && window.fetch && window.URLSearchParams && window.FormData && FormData.prototype.get) {
    each(lesson.querySelectorAll("form.question"), function (form) {
      form.addEventListener("submit", function (event) {
        event.preventDefault();
        var button = form.querySelector("button");
        button.disabled = true;
        fetch(form.action, { method: "POST", credentials: "same-origin", body: new URLSearchParams(new FormData(form)) })
          .then(function (reply) { return reply.text(); })
          .then(function (text) {
            var page = new DOMParser().parseFromString(text, "text/html");
            var next = page.querySelector("#" + form.id + " .mark") || page.querySelector("main .problem");
            form.querySelector(".mark").innerHTML = next ? next.innerHTML : "";
            keep(form);
            button.disabled = false;
          })
          .catch(function () { button.disabled = false; form.submit(); });
      });
    });
  }
  if (lesson) {
    var read = document.getElementById("mark_read");
    var name = lesson.getAttribute("data-lesson");
    var showRead = function () {
      if ((known()[name] || {}).read) { read.textContent = read.getAttribute("data-done"); read.disabled = true; }
    };
    read.hidden = false;
    read.addEventListener("click", function () {
      change(name, function (one) { one.read = true; one.questions = Number(lesson.getAttribute("data-questions")); });
      showRead();
    });
    showRead();
  }
  showProgress();
  follow();
})();
