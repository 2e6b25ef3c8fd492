/* Adds to the teacher's pages what only a script can do. Every page works without it. */
(function () {
  "use strict";
  function each(list, act) { Array.prototype.forEach.call(list, act); }

  each(document.querySelectorAll(".desk [data-do=print]"), function (button) {
    button.hidden = false;
    button.addEventListener("click", function () { window.print(); });
  });

  /* One box ticks all. */
  each(document.querySelectorAll("[data-tick-all]"), function (box) {
    box.hidden = false;
    box.addEventListener("change", function () {
      each(document.querySelectorAll("input[name=book]"), function (one) { one.checked = box.checked; });
    });
  });

  /* A running change of the library shows how far it is; at its end the page is loaded anew. */
  function follow() {
    var place = document.querySelector("[data-poll]");
    if (!place) { return; }
    window.setTimeout(function () {
      fetch(window.location.pathname, { credentials: "same-origin" }).then(function (reply) {
        return reply.ok ? reply.text() : "";
      }).then(function (text) {
        var next = new DOMParser().parseFromString(text, "text/html").getElementById(place.id);
        if (next && !next.hasAttribute("data-poll")) { window.location.replace(window.location.pathname); return; }
        if (next) { place.innerHTML = next.innerHTML; }
        follow();
      }).catch(follow);
    }, 1500);
  }
  follow();
})();
