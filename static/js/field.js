// The two pages that work without signal, /field/ and /citations/new/: keeps them and the day's copy for the officer
// who is signed in, sets numbers aside for this phone, says when the copy is used, and shows what is not sent.
// Without this file both pages work as long as there is signal.
(function () {
  "use strict";

  var place = document.querySelector("[data-field]"), box = window.officeOutbox;
  if (!place || !box) {
    return;
  }
  var PAGES = ["/field/", "/citations/new/"], NAME = "field-" + place.dataset.field, FRESH = 10 * 60 * 1000;

  // ---------------------------------------------------------------- signal
  // Signal is what the office answers over: a phone may say it is on line where nothing comes through.
  var field = window.officeField = { online: navigator.onLine !== false, copy: null };

  function signal(there) {
    if (field.online !== there) {
      field.online = there;
      document.dispatchEvent(new CustomEvent("field:signal"));
    }
    showCopy();
  }

  function showCopy() {
    var notice = document.getElementById("using-copy");
    if (notice) {
      notice.hidden = field.online;
      notice.querySelector("[data-made]").textContent = field.copy ? field.copy.said.made : "last";
    }
  }

  // ---------------------------------------------------------------- what is kept on the phone
  async function refresh() {
    field.copy = await box.get("copies", box.who) || null;
    try {
      var answer = await fetch("/field/copy.json", { redirect: "manual" });
      if (answer.type === "opaqueredirect") {
        document.getElementById("signed-out").hidden = false;
        return;
      }
      if (!answer.ok) {
        return;
      }
      var said = await answer.json();
      if (said.officer !== box.who) {
        location.reload(); // somebody else signed in on this phone
        return;
      }
      var before = field.copy;
      field.copy = { who: box.who, at: Date.now(), said: said, device: before && before.device || crypto.randomUUID(),
                     numbers: before && before.numbers || [], pagesAt: before && before.pagesAt || 0 };
      await numbers();
      await keepPages();
      await box.put("copies", field.copy);
      signal(true);
      document.dispatchEvent(new CustomEvent("field:copy"));
    } catch (lost) {
      signal(false);
    }
  }

  async function numbers() {
    var keep = (await box.unsent()).map(function (item) { return item.number; }).filter(Boolean);
    var draft = await box.getDraft();
    if (draft && draft.number) {
      keep.push(draft.number);
    }
    var came = await box.post("/field/numbers/", JSON.stringify({ device: field.copy.device, keep: keep }), true);
    if (came.status === 200 && came.said) {
      field.copy.numbers = came.said.numbers;
    }
  }

  // Both pages with their own files, as they are now, under the version of those files; earlier versions go.
  async function keepPages() {
    if (!window.caches || !navigator.serviceWorker) {
      return;
    }
    var names = await caches.keys();
    if (Date.now() - field.copy.pagesAt < FRESH && names.indexOf(NAME) >= 0) {
      return;
    }
    await Promise.all(PAGES.map(function (scope) {
      return navigator.serviceWorker.register("/field/worker.js", { scope: scope });
    }));
    var cache = await caches.open(NAME);
    var parts = document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src], img[src]");
    var files = Array.from(parts, function (part) { return new URL(part.href || part.src).pathname; });
    await Promise.all(PAGES.concat(Array.from(new Set(files))).map(function (path) { return keep(cache, path); }));
    await Promise.all(names.filter(function (name) { return name.indexOf("field-") === 0 && name !== NAME; })
      .map(function (name) { return caches.delete(name); }));
    field.copy.pagesAt = Date.now();
    document.documentElement.dataset.kept = "yes";
  }

  async function keep(cache, path) {
    var answer = await fetch(path);
    if (!answer.ok || answer.redirected) {
      throw new Error(path + " was not kept");
    }
    var headers = new Headers(answer.headers);
    headers.set("X-Kept-At", String(Date.now()));
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    await cache.put(path, new Response(await answer.arrayBuffer(), { status: 200, headers: headers }));
  }

  // A number of that series that stands on nothing yet; "" when the phone has none left.
  field.freeNumber = async function (series, year) {
    var taken = (await box.items()).map(function (item) { return item.number || item.receipt && item.receipt.number; });
    var row = (field.copy && field.copy.numbers || []).find(function (each) {
      return each.series === series && each.year === year && taken.indexOf(each.number) < 0;
    });
    return row ? row.number : "";
  };

  // ---------------------------------------------------------------- what is not sent
  function part(name, text, className) {
    var made = document.createElement(name);
    made.textContent = text || "";
    if (className) {
      made.className = className;
    }
    return made;
  }

  function button(text, primary, pressed) {
    var made = part("button", text, "btn " + (primary ? "btn-primary" : "btn-secondary"));
    made.type = "button";
    made.addEventListener("click", async function () {
      made.setAttribute("aria-disabled", "true");
      await pressed();
      made.removeAttribute("aria-disabled");
    });
    return made;
  }

  async function show() {
    var list = document.getElementById("unsent");
    if (!list) {
      return;
    }
    var all = await box.items(), draft = await box.getDraft();
    var left = all.filter(function (item) { return item.state !== "sent"; });
    list.replaceChildren.apply(list, all.map(row));
    if (draft) {
      list.append(begun(draft));
    }
    document.getElementById("nothing-unsent").hidden = Boolean(all.length || draft);
    document.getElementById("send-now").hidden = !left.some(function (item) { return item.state === "waiting"; });
  }

  function begun(draft) {
    var made = part("li", "", "unsent-item"), link = part("a", "Go on with it");
    link.href = "/citations/new/";
    made.append(part("strong", "One citation is begun and not finished."), " ", link, " ",
      button("Discard it", false, async function () {
        await box.discardDraft(draft.key);
        await show();
      }));
    return made;
  }

  function row(item) {
    var made = part("li", "", "unsent-item"), head = part("p");
    var state = item.state === "sent" ? ["Sent", "marsh"] : item.state === "asks" ? ["Needs you", "cranberry"] : ["Not sent", "sand"];
    head.append(part("span", state[0], "tag " + state[1]), " ");
    if (item.state === "sent") {
      var link = part("a", item.receipt.number);
      link.href = item.receipt.url;
      head.append(link, " " + item.label + ", " + item.amount + ". Came in " + item.receipt.at + ".");
      made.append(head);
      return made;
    }
    head.append(part("strong", item.number || "No number yet"), " " + item.label + ", " + item.amount + ".");
    made.append(head);
    if (item.basis) {
      made.append(part("p", item.basis, "soft"));
    }
    if (item.says) {
      made.append(part("p", item.says, "advice-line"));
    }
    made.append(acts(item));
    return made;
  }

  function acts(item) {
    var made = part("div", "", "unsent-acts");
    if (item.differs) {
      var amount = Number(item.differs.now) ? "Issue for $" + item.differs.now : "Issue as a warning";
      made.append(button(amount, true, async function () {
        item.agreed = item.differs.now;
        item.amount = Number(item.agreed) ? "$" + item.agreed : "warning";
        item.differs = null;
        item.state = "waiting";
        if (item.number && item.number.charAt(0) !== (Number(item.agreed) ? "C" : "W")) {
          item.number = ""; // a number of the other series: the office gives it one
        }
        await box.put("items", item);
        await box.sendAll();
      }));
    }
    if (item.state === "asks") {
      made.append(button("Change it", !item.differs, async function () {
        await box.takeUp(item);
        location.assign("/citations/new/");
      }));
    }
    var fold = part("details"), label = part("label", "Why", "field-label"), why = document.createElement("input");
    fold.append(part("summary", "Discard"));
    why.className = "form-control";
    why.id = label.htmlFor = "why-" + item.key.slice(5);
    fold.append(label, why, button("Discard for good", false, async function () {
      if (!why.value.trim()) {
        why.focus();
        return;
      }
      await discard(item, why.value.trim());
    }));
    made.append(fold);
    return made;
  }

  // A number that may stand on a ticket somebody holds becomes void, with the reason, before the item goes.
  async function discard(item, why) {
    if (item.number) {
      var form = new FormData();
      form.append("number", item.number);
      form.append("why", why);
      form.append("answer", "json");
      var came = await box.post("/field/numbers/void/", form, false);
      if (!came.said) {
        item.says = "The office could not be told that " + item.number + " is void. Try again when there is signal, or sign in.";
        await box.put("items", item);
        return show();
      }
      // Refused, it is no longer this phone's: then the office has its own word on what became of it.
    }
    await box.discard(item.key);
    await box.changed();
  }

  // ---------------------------------------------------------------- start
  document.addEventListener("outbox:changed", show);
  window.addEventListener("online", function () { box.sendAll().then(refresh); });
  window.addEventListener("offline", function () { signal(false); });
  var send = document.getElementById("send-now");
  if (send) {
    send.addEventListener("click", box.sendAll);
  }
  field.signal = signal;
  field.ready = box.ready.then(refresh).then(show).then(function () { place.dataset.ready = "yes"; });
})();
