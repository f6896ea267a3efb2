// Two pages open without signal: /field/ and /citations/new/. Only they and their own files are answered from what
// the page itself kept for the officer who is signed in; everything else goes to the network untouched. Nothing is
// kept here: field.js keeps and removes it.
"use strict";

const PAGES = ["{% url 'field' %}", "{% url 'new-citation' %}"];
const FILES = "{{ static_url|escapejs }}";
const DAY = 24 * 60 * 60 * 1000;
const PATIENCE = 8000; // milliseconds to wait for a page where the signal is weak

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const request = event.request, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) {
    return;
  }
  if (request.mode === "navigate") {
    if (PAGES.includes(url.pathname)) {
      event.respondWith(networkOrKept(request, url.pathname, PATIENCE));
    }
  } else if (url.pathname.startsWith(FILES)) {
    event.respondWith(networkOrKept(request, url.pathname, 0));
  }
});

async function networkOrKept(request, path, patience) {
  const found = await kept(path);
  const waiting = fetch(request);
  if (!found) {
    return waiting;
  }
  try {
    return await (patience ? Promise.race([waiting, after(patience)]) : waiting);
  } catch (noSignal) {
    waiting.catch(() => undefined); // it may still fail after the copy was shown
    return found;
  }
}

function after(patience) {
  return new Promise((unused, refuse) => setTimeout(() => refuse(new Error("no answer")), patience));
}

// What was kept under this path within a day; what is older is removed.
async function kept(path) {
  for (const name of await caches.keys()) {
    if (name.startsWith("field-")) {
      const cache = await caches.open(name), found = await cache.match(path, { ignoreVary: true });
      if (found && Date.now() - Number(found.headers.get("X-Kept-At")) < DAY) {
        return found;
      }
      if (found) {
        await caches.delete(name);
      }
    }
  }
  return undefined;
}
