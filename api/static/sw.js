// Keeps the page itself, so that it opens without a connection. What the server says of tables is never kept: a screen
// that cannot reach the server says so, and shows no prompt.

const KEPT = "pitwatch-page";
const PAGE = [
  "/",
  "/static/app.js",
  "/static/app.css",
  "/static/icon.svg",
  "/static/pitwatch.webmanifest",
  "/static/strings/en.json",
  "/static/strings/ru.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PAGE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === "GET" && origin === self.location.origin && PAGE.includes(pathname)) {
    event.respondWith(newest(request, pathname));
  }
});

/** The server's own as long as it answers; else what was kept when it last did. */
async function newest(request, pathname) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(pathname, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(pathname);
    if (kept) return kept;
    throw error;
  }
}
