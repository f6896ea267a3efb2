// The typed answers of a citation are kept on this phone until it is issued: a lost signal, a reload or an empty
// battery loses nothing. The page's key is kept with them, so that what is sent again is issued once. They are
// read back for the same person only, and not after a day. Without this file the page works all the same.
(function () {
  "use strict";

  var form = document.getElementById("cite"), issued = document.querySelector("[data-issued]");
  var NAME = "cite", DAY = 24 * 60 * 60 * 1000;
  var LEFT_OUT = ["csrfmiddlewaretoken", "agreed"];

  // Here it is issued: what was typed for it is no longer needed.
  if (issued) {
    try {
      var last = JSON.parse(localStorage.getItem(NAME) || "null");
      if (last && last.told.some(function (pair) { return pair[0] === "key" && pair[1] === issued.dataset.issued; })) {
        localStorage.removeItem(NAME);
      }
    } catch (blocked) {
      // Nothing was kept there.
    }
  }
  if (!form) {
    return;
  }

  function kept() {
    try {
      var found = JSON.parse(localStorage.getItem(NAME) || "null");
      if (found && found.who === form.dataset.keep && Date.now() - found.at < DAY) {
        return found;
      }
      localStorage.removeItem(NAME);
    } catch (blocked) {
      // A private window refuses; then the answers last as long as the page.
    }
    return null;
  }

  function forget() {
    try {
      localStorage.removeItem(NAME);
    } catch (blocked) {
      // Nothing was kept there.
    }
  }

  function keep() {
    var told = [];
    new FormData(form).forEach(function (value, name) {
      if (LEFT_OUT.indexOf(name) < 0 && typeof value === "string") {
        told.push([name, value]);
      }
    });
    try {
      localStorage.setItem(NAME, JSON.stringify({ who: form.dataset.keep, at: Date.now(), told: told }));
    } catch (blocked) {
      // See above.
    }
  }

  // Brought back by sending them to the page itself, which knows what each line asks: nothing is issued.
  function bringBack(told) {
    told.forEach(function (pair) {
      var field = form.elements.namedItem(pair[0]);
      if (!field) {
        add(pair);
      } else if (field.length !== undefined && !field.tagName) {
        var choice = Array.prototype.find.call(field, function (each) { return each.value === pair[1]; });
        if (choice) {
          choice.checked = true;
        } else {
          add(pair);
        }
      } else if (field.type === "checkbox" || field.type === "radio") {
        if (field.value === pair[1]) {
          field.checked = true;
        } else {
          add(pair);
        }
      } else {
        field.value = pair[1];
      }
    });
    add(["check", "kept"]);
    form.submit();
  }

  function add(pair) {
    var hidden = document.createElement("input");
    hidden.type = "hidden";
    hidden.name = pair[0];
    hidden.value = pair[1];
    form.appendChild(hidden);
  }

  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", function (event) {
    keep();
    if (navigator.onLine === false) {
      event.preventDefault();
      document.getElementById("no-signal").hidden = false;
    }
  }, true);
  window.addEventListener("online", function () {
    document.getElementById("no-signal").hidden = true;
  });
  document.getElementById("start-anew").addEventListener("click", function () {
    forget();
    location.assign(location.pathname);
  });

  var before = kept();
  if (before && form.dataset.fresh === "yes") {
    if (navigator.onLine !== false) {
      bringBack(before.told);
    }
  } else if (form.dataset.brought === "yes") {
    document.getElementById("kept").hidden = false;
  }
})();
