/* Follows an answer as it comes, and adds what only a script can do. Every page works without it. */
(function () {
  "use strict";
  var box = document.getElementById("answer");
  var lastId = "";

  function byId(name) { return document.getElementById(name); }
  function each(list, act) { Array.prototype.forEach.call(list, act); }

  /* Choices are remembered on the device as soon as they are made. */
  each(document.querySelectorAll("#ask [data-keep]"), function (field) {
    field.addEventListener("change", function () {
      document.cookie = field.getAttribute("data-keep") + "=" + encodeURIComponent(field.value) +
        "; path=/; max-age=31536000; samesite=lax";
    });
  });

  /* Enter sends the question; Shift and Enter make a new line. A second press of the button does nothing. */
  var form = byId("ask");
  if (form) {
    byId("q").addEventListener("keydown", function (event) {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        if (byId("q").value.trim()) { form.querySelector(".main").click(); }
      }
    });
    form.addEventListener("submit", function (event) {
      if (form.getAttribute("data-sent")) { event.preventDefault(); return; }
      form.setAttribute("data-sent", "yes");
    });
    window.addEventListener("pageshow", function () { form.removeAttribute("data-sent"); });
  }

  /* Formulas: browsers without MathML get the TeX. */
  function mathIsDrawn() {
    var probe = document.createElement("div");
    probe.innerHTML = "<math><mspace width='23px' height='77px'></mspace></math>";
    probe.style.position = "absolute";
    document.body.appendChild(probe);
    var size = probe.firstChild.getBoundingClientRect();
    document.body.removeChild(probe);
    return Math.abs(size.height - 77) < 3;
  }
  var drawsMath = null;
  function showFormulas(inside) {
    var formulas = inside.querySelectorAll("math[alttext]");
    if (!formulas.length) { return; }
    if (drawsMath === null) { drawsMath = mathIsDrawn(); }
    if (drawsMath) { return; }
    each(formulas, function (formula) {
      var code = document.createElement("code");
      code.className = "tex";
      code.textContent = formula.getAttribute("alttext");
      formula.parentNode.replaceChild(code, formula);
    });
  }

  /* Reading aloud, copying and printing. */
  function sentences() {
    return Array.prototype.map.call(document.querySelectorAll("#sentences p"), function (p) {
      var copy = p.cloneNode(true);
      each(copy.querySelectorAll(".cite"), function (mark) { mark.parentNode.removeChild(mark); });
      return copy.textContent.replace(/\s+/g, " ").trim();
    });
  }
  function voiceFor(language) {
    if (!window.speechSynthesis) { return null; }
    return window.speechSynthesis.getVoices().filter(function (voice) {
      return voice.lang.toLowerCase().indexOf(language) === 0;
    })[0] || null;
  }
  function answerLanguage() {
    var first = document.querySelector("#sentences p[lang]");
    return (first && first.getAttribute("lang")) || (box.getAttribute("data-lang") === "en" ? "en" : "sw");
  }
  function copyText(text, done) {
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(done);
      return;
    }
    var area = document.createElement("textarea");
    area.value = text;
    area.className = "skip";
    document.body.appendChild(area);
    area.select();
    if (document.execCommand("copy")) { done(); }
    document.body.removeChild(area);
  }
  /* On paper nothing can be unfolded, and an answer without its place in the book is half an answer. */
  var folded = [];
  window.addEventListener("beforeprint", function () {
    each(document.querySelectorAll("#evidence details:not([open])"), function (one) {
      one.open = true;
      folded.push(one);
    });
  });
  window.addEventListener("afterprint", function () {
    each(folded, function (one) { one.open = false; });
    folded = [];
  });
  function places() {
    return Array.prototype.map.call(document.querySelectorAll("#evidence .place"), function (p) {
      return p.textContent.trim();
    });
  }
  var doings = {
    print: function () { window.print(); },
    copy: function (button) {
      var asked = byId("asked").textContent.trim();
      var text = asked + "\n\n" + sentences().join("\n") + "\n\n" + places().join("\n");
      copyText(text, function () { button.textContent = button.getAttribute("data-done"); });
    },
    aloud: function (button) {
      var speech = window.speechSynthesis;
      var name = button.getAttribute("data-name") || button.textContent;
      button.setAttribute("data-name", name);
      if (speech.speaking) { speech.cancel(); button.textContent = name; return; }
      var spoken = new SpeechSynthesisUtterance(sentences().join(" "));
      spoken.voice = voiceFor(answerLanguage());
      spoken.lang = spoken.voice ? spoken.voice.lang : answerLanguage();
      spoken.onend = function () { button.textContent = name; };
      button.textContent = button.getAttribute("data-quiet");
      speech.speak(spoken);
    }
  };
  function showTools() {
    each(document.querySelectorAll("[data-do]"), function (button) {
      var what = button.getAttribute("data-do");
      button.hidden = what === "aloud" && !voiceFor(answerLanguage());
    });
  }
  document.addEventListener("click", function (event) {
    var button = event.target.closest ? event.target.closest("[data-do]") : null;
    if (button) { doings[button.getAttribute("data-do")](button); }
  });
  if (window.speechSynthesis) {
    window.speechSynthesis.onvoiceschanged = function () { if (box) { showTools(); } };
    window.addEventListener("pagehide", function () { window.speechSynthesis.cancel(); });
  }
  showFormulas(document);
  if (!box) { return; }
  showTools();

  /* The answer as it comes. */
  var address = box.getAttribute("data-follow");
  if (!address) { return; }
  var ended = false;

  function put(name, html) { byId(name).innerHTML = html; showFormulas(byId(name)); }
  function addSentence(html) {
    var list = byId("sentences");
    if (!list.querySelector("h2")) {
      var title = document.createElement("h2");
      title.textContent = box.getAttribute("data-title");
      list.appendChild(title);
      var cards = document.querySelector("#evidence details");
      if (cards) { cards.open = false; }
    }
    list.insertAdjacentHTML("beforeend", html);
    showFormulas(list);
  }
  function finish() {
    ended = true;
    var waiting = byId("waiting");
    if (waiting) { waiting.parentNode.removeChild(waiting); }
    var previous = document.querySelector("#ask [name=previous]");
    if (previous) { previous.parentNode.removeChild(previous); }
    showTools();
  }

  /* Stopping needs the computer that is gone: a press would end on the browser's own fault page. */
  function showLost(isLost) {
    var waiting = byId("waiting");
    if (waiting) { waiting.hidden = isLost; }
    if (isLost) { byId("state").textContent = box.getAttribute("data-lost"); }
  }
  function follow() {
    var source = new EventSource(address + (lastId ? "&after=" + lastId : ""));
    function on(name, act) {
      source.addEventListener(name, function (event) {
        lastId = event.lastEventId || lastId;
        act(JSON.parse(event.data));
      });
    }
    on("reset", function () { put("teacher", ""); put("evidence", ""); put("sentences", ""); put("after", ""); });
    on("teacher", function (data) { put("teacher", data.html); });
    on("understood", function (data) { box.setAttribute("data-lang", data.language); });
    on("evidence", function (data) { put("evidence", data.html); });
    on("sentence", function (data) { addSentence(data.html); });
    on("state", function (data) { showLost(false); byId("state").innerHTML = data.html.trim(); });
    on("end", function (data) { source.close(); put("after", data.html); finish(); });
    source.onerror = function () {
      if (ended) { return; }
      if (source.readyState === 2) { window.setTimeout(look, 3000); }
      else { showLost(true); }
    };
  }

  /* Where there is no stream, look every few seconds. */
  function look() {
    var request = new XMLHttpRequest();
    request.open("GET", box.getAttribute("data-look"));
    request.onload = function () {
      if (request.status === 404) { window.location.reload(); return; }
      if (request.status !== 200) { window.setTimeout(look, 5000); return; }
      showLost(false);
      var report = JSON.parse(request.responseText);
      var fresh = document.createElement("div");
      fresh.innerHTML = report.html;
      each(["teacher", "evidence", "state", "sentences", "after"], function (name) {
        put(name, fresh.querySelector("#" + name).innerHTML.trim());
      });
      if (["done", "busy", "failed", "cancelled"].indexOf(report.state) >= 0) { finish(); }
      else { window.setTimeout(look, 3000); }
    };
    request.onerror = function () {
      showLost(true);
      window.setTimeout(look, 3000);
    };
    request.send();
  }

  lastId = box.getAttribute("data-seen") || "";
  if (window.EventSource) { follow(); } else { look(); }
  window.addEventListener("pagehide", function () {
    if (!ended && navigator.sendBeacon) { navigator.sendBeacon(box.getAttribute("data-leave")); }
  });
}());
