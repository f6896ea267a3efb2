// Conveniences only: every page works without this file. Keys, colors, focus, buttons in flight, dates
// that answer with their weekday. Nothing here decides anything.
(function () {
  "use strict";

  var root = document.documentElement;

  function recall(name) {
    try {
      return localStorage.getItem(name);
    } catch (blocked) {
      return null;
    }
  }

  function remember(name, value) {
    try {
      if (value) {
        localStorage.setItem(name, value);
      } else {
        localStorage.removeItem(name);
      }
    } catch (blocked) {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  }

  // ---------------------------------------------------------------- colors: a saved choice wins over the device
  function showTheme() {
    var choice = recall("theme") || "";
    var dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.bsTheme = choice || (dark ? "dark" : "light");
    document.querySelectorAll("[data-theme-choice]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === choice));
    });
  }

  function chooseTheme(event) {
    var button = event.target.closest("[data-theme-choice]");
    if (button) {
      remember("theme", button.dataset.themeChoice);
      showTheme();
    }
  }

  // ---------------------------------------------------------------- keys
  function typing(target) {
    return target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
  }

  function primaryOf(target) {
    var form = target.closest("form");
    return (form || document).querySelector("[data-primary]");
  }

  function toggleKeys() {
    var keys = document.getElementById("keys");
    keys.open = !keys.open;
    if (keys.open) {
      keys.querySelector("summary").focus();
    }
  }

  function onKey(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      var primary = primaryOf(event.target);
      if (primary) {
        event.preventDefault();
        primary.click();
      }
      return;
    }
    var plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || typing(event.target) || recall("single-keys") === "off") {
      return;
    }
    if (event.key === "/") {
      var find = document.getElementById("find");
      if (find) {
        event.preventDefault();
        find.focus();
        find.select();
      }
    } else if (event.key === "?") {
      event.preventDefault();
      toggleKeys();
    }
  }

  // ---------------------------------------------------------------- buttons in flight
  function submitted(event) {
    var form = event.target;
    if (event.defaultPrevented || form.method !== "post") {
      return;
    }
    if (form.dataset.inFlight) {
      event.preventDefault();
      return;
    }
    form.dataset.inFlight = "yes";
    mark(form, true);
  }

  function mark(form, busy) {
    form.querySelectorAll("button:not([type=button])").forEach(function (button) {
      if (busy) {
        button.setAttribute("aria-disabled", "true");
      } else {
        button.removeAttribute("aria-disabled");
      }
    });
  }

  // The back button brings a page back as it was left: let its buttons work again.
  function landed() {
    document.querySelectorAll("form[data-in-flight]").forEach(function (form) {
      delete form.dataset.inFlight;
      mark(form, false);
    });
  }

  // ---------------------------------------------------------------- focus
  function focusSummary(scope) {
    var summary = scope.querySelector("#error-summary, #stale-save");
    if (summary) {
      summary.focus();
    }
  }

  function notSaved(shown) {
    var box = document.getElementById("not-saved");
    if (box) {
      box.hidden = !shown;
      if (shown) {
        box.scrollIntoView({ block: "nearest" });
      }
    }
  }

  // ---------------------------------------------------------------- a date answers with its weekday
  var NAMED = { weekday: "long", month: "long", day: "numeric", year: "numeric", timeZone: "UTC" };

  function utc(year, month, day) {
    var date = new Date(Date.UTC(year, month - 1, day));
    var real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return real && year >= 1900 && year <= 2199 ? date : null;
  }

  // Reads what office.fields.DayField reads. The server decides; what is not certain gets no answer here.
  function readDay(text, today) {
    var match;
    text = text.trim().toLowerCase();
    if ((match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text))) {
      return utc(+match[1], +match[2], +match[3]);
    }
    if ((match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text))) {
      return utc(+match[3], +match[1], +match[2]);
    }
    match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(today || "");
    if (!match) {
      return null;
    }
    var base = utc(+match[1], +match[2], +match[3]);
    if (text === "today") {
      return base;
    }
    if ((match = /^\+ ?(\d{1,4})$/.exec(text)) && match[1] <= 3660) {
      return new Date(base.getTime() + match[1] * 86400000);
    }
    if ((match = /^(\d{1,2})\/(\d{1,2})$/.exec(text))) {
      var day = utc(base.getUTCFullYear(), +match[1], +match[2]);
      return day && Math.abs(day - base) <= 183 * 86400000 ? day : null;
    }
    return null;
  }

  function echo(input) {
    var day = readDay(input.value, input.dataset.today);
    document.getElementById(input.id + "_echo").textContent = day
      ? day.toLocaleDateString(root.lang || "en-US", NAMED)
      : "";
  }

  function addEchoes(scope) {
    scope.querySelectorAll("input[data-echo][id]").forEach(function (input) {
      if (document.getElementById(input.id + "_echo")) {
        return;
      }
      var row = document.createElement("div");
      var said = document.createElement("output");
      row.className = "date-row";
      said.className = "echo soft";
      said.id = input.id + "_echo";
      said.htmlFor = input.id;
      input.replaceWith(row);
      row.append(input, said);
      input.addEventListener("input", function () {
        echo(input);
      });
      echo(input);
    });
  }

  // ---------------------------------------------------------------- a scanner types over what stands in its box
  function readyToScan() {
    var first = document.querySelector("[autofocus]");
    if (first && first.matches("input[data-scan]")) {
      first.focus();
      first.select();
    }
  }

  // ---------------------------------------------------------------- start
  function start() {
    document.querySelectorAll("[data-script]").forEach(function (part) {
      part.hidden = false;
    });
    var single = document.getElementById("single-keys");
    if (single) {
      single.checked = recall("single-keys") !== "off";
      single.addEventListener("change", function () {
        remember("single-keys", single.checked ? "" : "off");
      });
    }
    showTheme();
    addEchoes(document);
    focusSummary(document);
    readyToScan();
  }

  document.addEventListener("click", chooseTheme);
  document.addEventListener("keydown", onKey);
  document.addEventListener("submit", submitted);
  window.addEventListener("pageshow", landed);
  document.addEventListener("htmx:afterSwap", function (event) {
    notSaved(false);
    addEchoes(event.target);
    focusSummary(event.target);
  });
  document.addEventListener("htmx:afterRequest", landed);
  document.addEventListener("htmx:responseError", function () {
    notSaved(true);
  });
  document.addEventListener("htmx:sendError", function () {
    notSaved(true);
  });
  start();
})();
