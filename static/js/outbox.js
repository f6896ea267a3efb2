// What this browser still has to send, by who wrote it. On every page of the staff: the badge, sending when there is
// signal, and the sign-out that waits. Nobody else's items are ever shown or sent.
// Stores: drafts (by officer), items (by key), pictures (by key of their item or draft), copies (by officer).
(function () {
  "use strict";

  var tag = document.querySelector("[data-outbox]");
  if (window.officeOutbox || !tag || !window.indexedDB) {
    return;
  }
  var who = tag.dataset.outbox, SEND = "/field/send/", DAY = 24 * 60 * 60 * 1000;

  // ---------------------------------------------------------------- the store
  var opening = null;

  function open() {
    opening = opening || new Promise(function (done, failed) {
      var asked = indexedDB.open("field", 1);
      asked.onupgradeneeded = function () {
        var db = asked.result;
        db.createObjectStore("drafts", { keyPath: "who" });
        db.createObjectStore("items", { keyPath: "key" });
        db.createObjectStore("copies", { keyPath: "who" });
        db.createObjectStore("pictures", { keyPath: "id", autoIncrement: true }).createIndex("key", "key");
      };
      asked.onsuccess = function () { done(asked.result); };
      asked.onerror = function () { failed(asked.error); };
    });
    return opening;
  }

  // Runs `work(stores...)` in one transaction; what it returns is a request, whose result comes back.
  async function within(names, mode, work, relaxed) {
    var db = await open();
    return new Promise(function (done, failed) {
      var all = db.transaction(names, mode, mode === "readwrite" ? { durability: relaxed ? "relaxed" : "strict" } : {});
      var asked = work.apply(null, names.map(function (name) { return all.objectStore(name); }));
      all.oncomplete = function () { done(asked && asked.result); };
      all.onerror = all.onabort = function () { failed(all.error); };
    });
  }

  function get(store, key) {
    return within([store], "readonly", function (rows) { return rows.get(key); });
  }

  function put(store, row) {
    return within([store], "readwrite", function (rows) { return rows.put(row); });
  }

  function remove(store, key) {
    return within([store], "readwrite", function (rows) { return rows.delete(key); });
  }

  // The open citation. It is written down twice: here, and at once in the store that needs no waiting, for a page
  // that is closed in the middle of a word.
  function putDraft(draft) {
    draft.at = Date.now();
    remember(JSON.stringify(draft));
    return within(["drafts"], "readwrite", function (rows) { return rows.put(draft); }, true);
  }

  async function getDraft() {
    var found = await get("drafts", who) || null, word = recall();
    var newer = word && word.who === who && (!found || word.at > found.at);
    return newer ? Object.assign({}, found && found.key === word.key ? found : {}, word) : found;
  }

  function remember(text) {
    try {
      if (text) {
        localStorage.setItem("field-draft", text);
      } else if ((recall() || {}).who === who) {
        localStorage.removeItem("field-draft");
      }
    } catch (blocked) {
      // A private window refuses; the other store has it.
    }
  }

  function recall() {
    try {
      return JSON.parse(localStorage.getItem("field-draft") || "null");
    } catch (blocked) {
      return null;
    }
  }

  async function items() {
    var all = await within(["items"], "readonly", function (rows) { return rows.getAll(); });
    return all.filter(function (item) { return item.who === who; })
      .sort(function (one, other) { return one.written_at < other.written_at ? -1 : 1; });
  }

  async function unsent() {
    return (await items()).filter(function (item) { return item.state !== "sent"; });
  }

  async function pictures(key) {
    var all = await within(["pictures"], "readonly", function (rows) { return rows.index("key").getAll(key); });
    return all.filter(function (picture) { return picture.who === who; });
  }

  function dropPictures(rows, key) {
    rows.index("key").openKeyCursor(IDBKeyRange.only(key)).onsuccess = function (event) {
      var cursor = event.target.result;
      if (cursor) {
        rows.delete(cursor.primaryKey);
        cursor.continue();
      }
    };
  }

  // The draft becomes an item, or the item a draft again, in one step: it is never in neither place.
  function finish(item) {
    remember("");
    return within(["items", "drafts"], "readwrite", function (rows, drafts) {
      drafts.delete(who);
      return rows.put(item);
    });
  }

  function takeUp(item) {
    return within(["items", "drafts"], "readwrite", function (rows, drafts) {
      rows.delete(item.key);
      return drafts.put({ who: who, at: Date.now(), names: item.names, key: item.key, told: item.told, spot: item.spot, number: item.number,
                          says: item.says || "" });
    });
  }

  function discard(key) {
    return within(["items", "pictures"], "readwrite", function (rows, kept) {
      dropPictures(kept, key);
      return rows.delete(key);
    });
  }

  function discardDraft(key) {
    remember("");
    return within(["drafts", "pictures"], "readwrite", function (drafts, kept) {
      dropPictures(kept, key);
      return drafts.delete(who);
    });
  }

  // ---------------------------------------------------------------- sending
  function token() {
    var found = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie);
    return found ? found[1] : "";
  }

  // A POST of ours. {signal: false} without one; {signedOut: true} when the office leads to its sign-in.
  async function post(address, body, json) {
    var headers = { "X-CSRFToken": token() };
    if (json) {
      headers["Content-Type"] = "application/json";
    }
    try {
      var answer = await fetch(address, { method: "POST", body: body, headers: headers, redirect: "manual" });
      if (answer.type === "opaqueredirect") {
        return { signal: true, signedOut: true };
      }
      var isJson = (answer.headers.get("Content-Type") || "").indexOf("application/json") === 0;
      return { signal: true, status: answer.status, said: isJson ? await answer.json() : null };
    } catch (lost) {
      return { signal: false };
    }
  }

  async function send(item) {
    var form = new FormData(), listed = [];
    (await pictures(item.key)).forEach(function (picture, place) {
      listed.push({ sort: picture.sort, sha256: picture.sha256, taken_at: picture.taken_at });
      form.append("picture" + place, new Blob([picture.bytes], { type: picture.type }), picture.name);
    });
    form.append("item", JSON.stringify({
      officer: item.who, key: item.key, told: item.told, agreed: item.agreed, written_at: item.written_at,
      number: item.number || "", spot: item.spot || null, pictures: listed
    }));
    var came = await post(SEND, form, false);
    if (came.signal && came.status === 403 && !came.said) {
      // The page's token was of an earlier session: the copy brings a fresh one.
      await fetch("/field/copy.json").catch(function () { return null; });
      came = await post(SEND, form, false);
    }
    return settle(item, came);
  }

  // Writes down what the office answered. Returns the item as it stands now.
  async function settle(item, came) {
    var said = came.said || {};
    if (came.signal && came.status === 200 && said.number) {
      var receipt = { key: item.key, who: who, state: "sent", written_at: item.written_at, label: item.label,
                      amount: item.amount, receipt: said };
      await within(["items", "pictures"], "readwrite", function (rows, kept) {
        dropPictures(kept, item.key);
        return rows.put(receipt);
      });
      return receipt;
    }
    if (!came.signal || came.status >= 500) {
      item.state = "waiting";
      item.says = came.signal ? "The office’s computer did not answer. It is sent again." : "";
    } else if (came.signedOut) {
      item.state = "waiting";
      item.says = "Sign in again, and it is sent.";
    } else if (came.status === 429) {
      item.state = "waiting";
      item.says = said.says;
    } else {
      item.state = "asks";
      item.says = said.says || "The office did not take it. You may not write citations any more, or this page is too old: "
        + "open it again, or call the office.";
      item.problems = said.problems || [];
      item.differs = said.differs || null;
    }
    await put("items", item);
    return item;
  }

  // One after the other, and in one window at a time; what is left waiting is tried again while the page is open.
  var sending = Promise.resolve(), RETRY = 30 * 1000, later = 0;

  // Asked for while it goes on, it goes through them once more: what just failed may pass now.
  function sendAll() {
    sending = sending.catch(function () { return null; }).then(allOfThem);
    return sending;
  }

  async function allOfThem() {
    if (navigator.onLine !== false) {
      await (navigator.locks ? navigator.locks.request("outbox", oneByOne) : oneByOne());
    }
    await changed();
    clearTimeout(later);
    if ((await waiting()).length) {
      later = setTimeout(sendAll, RETRY);
    }
  }

  async function waiting() {
    return (await unsent()).filter(function (item) { return item.state === "waiting"; });
  }

  async function oneByOne() {
    var all = await waiting();
    for (var place = 0; place < all.length; place += 1) {
      await send(all[place]);
      await changed();
    }
  }

  // ---------------------------------------------------------------- the badge
  async function changed() {
    var left = (await unsent()).length, badge = document.getElementById("not-sent");
    if (badge) {
      badge.hidden = !left;
      badge.href = "/field/#unsent-part";
      badge.textContent = left + " not sent";
    }
    document.dispatchEvent(new CustomEvent("outbox:changed"));
  }

  // ---------------------------------------------------------------- signing out
  // Waits while something is not sent; then removes what the phone kept, and gives back its unused numbers.
  async function signingOut(form) {
    var draft = await getDraft();
    if ((await unsent()).length || draft) {
      location.assign("/field/?leaving=yes#unsent-part");
      return;
    }
    await clear();
    form.submit();
  }

  async function clear() {
    var copy = await get("copies", who), back = copy && copy.numbers || [];
    if (back.length) {
      var numbers = back.map(function (each) { return each.number; });
      await post("/field/numbers/", JSON.stringify({ device: copy.device, back: numbers }), true);
    }
    await remove("copies", who);
    var sent = await items();
    for (var place = 0; place < sent.length; place += 1) {
      await discard(sent[place].key);
    }
    await forgetPages();
  }

  async function forgetPages() {
    if (window.caches) {
      var names = await caches.keys();
      await Promise.all(names.filter(function (name) { return name.indexOf("field-") === 0; })
        .map(function (name) { return caches.delete(name); }));
    }
  }

  document.addEventListener("submit", function (event) {
    if (event.target.getAttribute("action") === "/sign-out/") {
      event.preventDefault();
      event.stopPropagation();
      signingOut(event.target);
    }
  }, true);

  // The copy of somebody who did not sign out here is removed; so are receipts and copies older than a day.
  async function tidy() {
    var copies = await within(["copies"], "readonly", function (rows) { return rows.getAll(); });
    for (var place = 0; place < copies.length; place += 1) {
      if (copies[place].who !== who || Date.now() - copies[place].at > DAY) {
        await remove("copies", copies[place].who);
        await forgetPages();
      }
    }
    // A page of ours says what was issued: the draft of it is no longer needed.
    var issued = document.querySelector("[data-issued]"), draft = await getDraft();
    if (issued && draft && draft.key === issued.dataset.issued) {
      await discardDraft(draft.key);
    }
    var mine = await items();
    for (var at = 0; at < mine.length; at += 1) {
      if (mine[at].state === "sent" && Date.now() - Date.parse(mine[at].written_at) > DAY) {
        await discard(mine[at].key);
      }
    }
  }

  window.addEventListener("online", sendAll);
  window.officeOutbox = {
    who: who, getDraft: getDraft, putDraft: putDraft, get: get, put: put, remove: remove, items: items, unsent: unsent, pictures: pictures, finish: finish,
    takeUp: takeUp, discard: discard, discardDraft: discardDraft, post: post, send: send, sendAll: sendAll,
    changed: changed, ready: tidy().then(changed).then(sendAll)
  };
})();
