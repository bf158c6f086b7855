// The service worker: keeps the page for offline use. tools/offline.mjs puts the version and the names of the
// files in. A new version is loaded into a cache of its own and takes over when the last tab of the old one is
// closed; until then the network answers first for the page itself, so nobody waits for an update.
const version = __VERSION__;
const shell = __SHELL__; // what every visit needs
const rest = __REST__; // engines, networks, puzzles: fetched once the page asks for them
const cacheName = `xttt-${version}`;
const patienceMs = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(shell)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("xttt-") && name !== cacheName;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data !== "keep-everything") return;
  event.waitUntil(keepAll());
});

async function keepAll() {
  const cache = await caches.open(cacheName);
  for (const file of rest) if (!(await cache.match(file))) await cache.add(file);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const path = url.href.slice(self.registration.scope.length).split(/[?#]/)[0];
  if (request.mode === "navigate" && (path === "" || path === "index.html")) event.respondWith(page(request));
  else if (shell.includes(`./${path}`) || rest.includes(`./${path}`)) event.respondWith(file(request));
});

async function page(request) {
  const cached = await caches.match("./", { ignoreVary: true });
  if (!cached) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(cached), patienceMs));
  // A proxy answers for a server that is down, but what it says is no page.
  const answer = fetch(request).then((response) => (response.status >= 500 ? cached : response), () => cached);
  return Promise.race([answer, late]);
}

async function file(request) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request, { ignoreVary: true, ignoreSearch: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

// Of the player's turn in an online game.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window" }).then(([open]) => open?.focus()));
});
