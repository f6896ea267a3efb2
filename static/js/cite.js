// Writing a citation on a phone. Every keystroke is kept on the phone until it is finished; finished, it goes to the
// outbox and from there to the office, once, with signal or when there is some again. Without signal the page asks
// and works out from the day's copy. Without this file the page works as long as there is signal.
(function () {
  "use strict";

  var form = document.getElementById("cite"), box = window.officeOutbox, field = window.officeField, away = window.citeOffline;
  if (!form || !box || !field) {
    return;
  }
  var LEFT_OUT = ["csrfmiddlewaretoken", "agreed", "key", "check", "find"];
  var SHOWN = 4, draft = null, busy = false, leaving = false;

  function element(id) {
    return document.getElementById(id);
  }

  function today() {
    var now = new Date();
    return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");
  }

  function newKey() {
    return "cite:" + crypto.randomUUID().replace(/-/g, "");
  }

  // ---------------------------------------------------------------- what is typed
  function told() {
    var found = [];
    new FormData(form).forEach(function (value, name) {
      if (LEFT_OUT.indexOf(name) < 0 && typeof value === "string" && value) {
        found.push([name, value]);
      }
    });
    return found;
  }

  function answers() {
    var found = {};
    told().concat([["find", form.elements.find.value]]).forEach(function (pair) { found[pair[0]] = pair[1]; });
    return found;
  }

  function chosenWords(name) {
    var radio = form.querySelector("input[name=" + name + "]:checked");
    return radio && radio.value && radio.value !== "new" && radio.value !== "other" ? radio.labels[0].textContent.trim() : "";
  }

  function save() {
    draft.told = told();
    draft.names = { who: chosenWords("who"), where: chosenWords("where") };
    return box.putDraft(draft);
  }

  // ---------------------------------------------------------------- bringing back
  // With signal by sending it to the page itself, which knows what each line asks: nothing is issued.
  function toThePage(pairs, check) {
    pairs.forEach(function (pair) {
      var control = form.elements.namedItem(pair[0]);
      if (!control || !fill(control, pair[1])) {
        add(pair);
      }
    });
    add(["check", check]);
    leave();
  }

  function leave() {
    leaving = true;
    form.submit();
  }

  function fill(control, value) {
    var choices = control.length !== undefined && !control.tagName ? Array.from(control) : [control];
    if (choices[0].type !== "radio" && choices[0].type !== "checkbox") {
      control.value = value;
      return true;
    }
    var choice = choices.find(function (each) { return each.value === value; });
    if (choice) {
      choice.checked = true;
    }
    return Boolean(choice);
  }

  function add(pair) {
    var hidden = document.createElement("input");
    hidden.type = "hidden";
    hidden.name = pair[0];
    hidden.value = pair[1];
    form.appendChild(hidden);
  }

  function fillHere() {
    var pairs = new Map(draft.told);
    fillAll(pairs); // the line first: it decides what is asked
    showAsked();
    ["where", "who"].forEach(function (name) {
      if (pairs.get(name)) {
        option(name, pairs.get(name), draft.names && draft.names[name] || "As chosen before", true);
      }
    });
    fillAll(pairs);
    showFound();
    element("kept").hidden = false;
  }

  function fillAll(pairs) {
    pairs.forEach(function (value, name) {
      var control = form.elements.namedItem(name);
      if (control) {
        fill(control, value);
      }
    });
  }

  // ---------------------------------------------------------------- without signal: what the copy knows
  function copy() {
    return field.copy && field.copy.said;
  }

  function showAway() {
    if (field.online || !copy()) {
      return Promise.resolve();
    }
    element("not-saved").hidden = true;
    showAsked();
    showFound();
    return showSum();
  }

  function showAsked() {
    var key = form.elements.line.value === "other" ? form.elements.other.value : form.elements.line.value;
    var line = copy().lines.find(function (each) { return each.id === key; }), asked = element("asked");
    if (asked.dataset.line === key) {
      return;
    }
    var before = new Map(told());
    asked.dataset.line = key;
    asked.replaceChildren();
    (line ? line.asks : []).forEach(function (name) {
      var part = element("ever-asked").content.querySelector("[data-asks=" + name + "]").firstElementChild.cloneNode(true);
      var label = part.querySelector(".field-label"), hint = part.querySelector(".field-hint");
      if (name === "prior_on") {
        label.textContent = line.prior_label;
        if (hint) {
          hint.textContent = line.prior_hint;
        }
      } else if (name === "units") {
        label.textContent = "How many " + line.counted + "s";
      }
      asked.append(part);
    });
    fillAll(before);
  }

  function letters(text) {
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  }

  function matching(rows, words) {
    return rows.filter(function (row) {
      return words.length && words.every(function (word) { return letters(row.name).indexOf(word) >= 0; });
    }).slice(0, SHOWN);
  }

  function option(name, value, words, first) {
    var list = document.querySelector("#div_id_" + name + " .options");
    var there = Array.from(list.querySelectorAll("input")).find(function (each) { return each.value === value; });
    if (there) {
      return there;
    }
    var row = document.createElement("div"), radio = document.createElement("input"), label = document.createElement("label");
    row.className = "form-check";
    radio.className = "form-check-input";
    radio.type = "radio";
    radio.name = name;
    radio.value = value;
    radio.id = label.htmlFor = "away-" + name + "-" + value;
    label.className = "form-check-label";
    label.textContent = words;
    row.dataset.away = "yes";
    row.append(radio, label);
    list.insertBefore(row, first ? list.firstChild : list.lastElementChild);
    return radio;
  }

  function showFound() {
    var words = letters(form.elements.find.value).split(/\s+/).filter(Boolean), said = answers();
    document.querySelectorAll("#found [data-away]").forEach(function (row) {
      if (!row.querySelector("input").checked) {
        row.remove();
      }
    });
    matching(copy().places, words).forEach(function (row) { option("where", row.id, row.name); });
    var people = matching(copy().people, words), keeper = away.personOf(copy(), { where: said.where });
    copy().people.forEach(function (row) {
      if (row.id === keeper || people.indexOf(row) >= 0) {
        option("who", row.id, row.name);
      }
    });
  }

  function made(name, text, className) {
    var part = document.createElement(name);
    part.textContent = text;
    part.className = className || "";
    return part;
  }

  // The amount as the copy has it, and the number a ticket filled in by hand may bear.
  async function showSum() {
    var found = away.work(copy(), answers(), today()), known = found.amount !== null;
    await number(known ? (found.warns ? "W" : "C") : "");
    var sum = made("p", "", "sum"), button = form.querySelector("#so-far [data-primary]"), parts = [sum];
    var words = found.warns ? "Warning" : known ? away.dollars(found.amount) : "Not ready yet";
    sum.setAttribute("role", "status");
    sum.append(known ? made("strong", words) : words, " ", made("span", found.says));
    if (known) {
      parts.push(made("p", basis(), "soft"));
      found.lines.slice(1).forEach(function (line) { parts.push(made("p", line, "soft")); });
      parts.push(made("p", draft.number
        ? "Number " + draft.number + ". A ticket filled in by hand may bear it."
        : "This phone has no number left: the office numbers it when it comes in."));
    } else {
      parts.push(made("p", found.missing[0] || "", "advice-line"));
    }
    button.textContent = !known ? "Look at the amount" : found.warns ? "Keep the warning" : "Keep citation for " + words;
    var actions = button.parentElement, heading = element("sum-h");
    element("so-far").replaceChildren.apply(element("so-far"), [heading].concat(parts, [actions]));
    return found;
  }

  function basis() {
    return "Worked out from the " + copy().made + " copy. The office works it out again; if it comes to another amount, "
      + "it asks you first.";
  }

  async function number(series) {
    var fits = draft.number && series && draft.number.indexOf(series + "-") === 0;
    if (series && !fits) {
      draft.number = await field.freeNumber(series, +today().slice(0, 4));
      await box.putDraft(draft);
    }
  }

  // ---------------------------------------------------------------- finishing
  async function finish() {
    var sum = form.elements.namedItem("agreed"), found = null;
    if (!field.online) {
      if (!copy()) {
        return refuse(["There is no signal and no copy on this phone. What you wrote is kept: go on when there is signal."]);
      }
      found = await showSum();
      if (found.amount === null) {
        return refuse(found.missing);
      }
    } else if (!sum) {
      await save();
      return leave(); // the office shows the sum, or says what is missing; it issues no sum nobody was shown
    }
    var amount = found ? (found.amount / 100).toFixed(2) : sum.value;
    var words = Number(amount) ? "$" + Number(amount).toFixed(2) : "warning";
    await save();
    var item = { key: draft.key, who: box.who, state: "waiting", told: draft.told, agreed: amount, amount: words,
                 number: draft.number || "", spot: draft.spot || null, names: draft.names, label: label(), written_at: new Date().toISOString(),
                 basis: found ? basis() : "", says: "" };
    await box.finish(item);
    await box.changed();
    if (field.online) {
      var stands = await box.send(item);
      if (stands.state === "sent") {
        return location.assign(stands.receipt.url);
      }
      if (stands.state === "asks") {
        draft.says = item.says;
        await box.takeUp(stands);
        return toThePage([], "said");
      }
    }
    return location.assign("/field/#unsent-part");
  }

  function label() {
    var line = form.elements.line.value === "other"
      ? form.elements.other.selectedOptions[0].textContent : form.querySelector("input[name=line]:checked").labels[0].textContent;
    var said = answers(), keeper = copy() && away.personOf(copy(), said), known = keeper && copy().people.find(function (row) {
      return row.id === keeper;
    });
    var name = chosenWords("who").split(",")[0] || said.name || (known ? known.name : chosenWords("where"));
    return line.split(":")[0].trim() + ", " + name;
  }

  function refuse(words) {
    var said = element("refused");
    said.textContent = words.join(" ");
    said.hidden = false;
    said.tabIndex = -1;
    said.focus();
  }

  // ---------------------------------------------------------------- start
  form.addEventListener("input", function () { return draft && save(); });
  form.addEventListener("change", function () { return draft && save().then(showAway); });
  form.elements.find.addEventListener("input", function () { return draft && showAway(); });
  form.addEventListener("submit", async function (event) {
    var check = event.submitter && event.submitter.name === "check";
    if (check && field.online) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (busy) {
      return;
    }
    busy = true;
    try {
      element("starting").hidden = Boolean(draft && form.dataset.ready);
      await started;
      element("starting").hidden = true;
      if (!leaving) {
        await (check ? showAway() : finish());
      }
    } finally {
      busy = false;
    }
  }, true);
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (!field.online) {
      event.preventDefault();
    }
  });
  document.addEventListener("htmx:sendError", function () { field.signal(false); });
  document.addEventListener("field:signal", function () {
    if (field.online) {
      delete element("asked").dataset.line;
      element("found").dispatchEvent(new Event("change", { bubbles: true })); // the office works it out again
    } else if (draft) {
      showAway();
    }
  });
  element("start-anew").addEventListener("click", async function () {
    await box.discardDraft(draft.key);
    location.assign(location.pathname);
  });
  async function start() {
    var before = await box.getDraft(), keyed = form.elements.key, says = before && before.says;
    if (before && form.dataset.fresh !== "yes" && before.key !== keyed.value) {
      before = null; // the page shows another one than the phone keeps
    }
    draft = before || { who: box.who, key: form.dataset.fresh === "yes" ? newKey() : keyed.value, told: [] };
    keyed.value = draft.key;
    await window.citeEvidence({ draft: draft, save: save, box: box });
    await field.ready;
    if (before && says) {
      refuse([says]);
      delete draft.says;
      await box.putDraft(draft);
    }
    if (form.dataset.brought === "yes") {
      element("kept").hidden = false;
    } else if (form.dataset.fresh === "yes") {
      if (!field.online && copy()) {
        var day = today().split("-");
        form.elements.first.value = +day[1] + "/" + +day[2] + "/" + day[0];
      }
      if (before && field.online) {
        return toThePage(before.told.concat([["key", draft.key]]), says ? "said" : "kept");
      }
      if (before && copy()) {
        fillHere();
      }
    }
    await showAway();
    form.dataset.ready = "yes";
  }

  var started = start();
})();
