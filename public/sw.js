// Shows what the server pushes, and opens one page without a network: somebody's day. All other pages, and every answer of the server,
// load as they would without it, and nothing of them is kept.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && pathname === DAY) event.respondWith(openDay(request));
  else if (pathname.startsWith(STATIC)) event.respondWith(staticFile(request));
});

// The page asks to be kept, and names the files that it has loaded since: those of its parts that its document does not name.
self.addEventListener("message", (event) => {
  if (event.data?.type === "keep-day" && Array.isArray(event.data.files)) event.waitUntil(keepDay(event.data.files));
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

// The push service has given this browser another address. The next page that opens tells the server.
self.addEventListener("pushsubscriptionchange", (event) => {
  const options = event.oldSubscription?.options;
  if (options && !event.newSubscription) event.waitUntil(self.registration.pushManager.subscribe(options).catch(() => {}));
});

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show(data) {
  let message;
  try {
    message = data.json();
  } catch {
    return;
  }
  const { title, href, tag, lang, dir, always } = message;
  await self.registration.showNotification(title, {
    tag,
    lang,
    dir,
    renotify: true,
    icon: "/push-icon.png",
    badge: "/push-badge.png",
    data: href,
  });
  // Whoever looks at the site sees it under the bell. Browsers want every push to be shown, so it is taken away again.
  if (always || !(await pages()).some((page) => page.focused)) return;
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

/** Opens what it is about: a tab that shows it already, else a new one, because in another something may be going on. */
async function open(href) {
  const address = new URL(href, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const there = (await pages()).find((page) => page.url === address.href);
  await (there ? there.focus() : self.clients.openWindow(address.href));
}

/** The page that opens without a network. Its document is the same for everybody who reads its language: it holds nobody's data. */
const DAY = "/dashboard/trades/day";
/** Files with a hash of their content in their name: what has been kept of one is never out of date. */
const STATIC = "/_next/static/";
const KEPT = "parley-day";
/** Files at most; the page needs a part of it. */
const MOST_FILES = 300;
/** How long the network may take where a copy is at hand, in milliseconds. */
const PATIENCE_MS = 3000;

const kept = (address) => caches.open(KEPT).then((cache) => cache.match(address));

/** From the network, if it answers soon; else as it was kept. */
async function openDay(request) {
  const network = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([network.catch(() => undefined), late]);
  if (answer && answer.status < 500) return answer;
  // A failed cache costs no more than what it would have brought.
  const copy = await kept(DAY).catch(() => undefined);
  return copy ?? network;
}

async function staticFile(request) {
  return (await kept(request.url).catch(() => undefined)) ?? fetch(request);
}

let keeping = Promise.resolve();
/** One after another: two at a time would throw away what the other has just stored. */
function keepDay(files) {
  keeping = keeping.then(() => renewDay(files)).catch((error) => console.warn("day:", error));
  return keeping;
}

/** Keeps the page as it is now: first its files, then itself, so that no copy ever stands there without what it needs. */
async function renewDay(files) {
  const answer = await fetch(DAY, { credentials: "same-origin" });
  if (answer.status !== 200 || answer.redirected || !answer.headers.get("content-type")?.startsWith("text/html")) return;
  const named = namedFiles(await answer.clone().text());
  const cache = await caches.open(KEPT);
  const before = await cache.match(DAY);
  const same = before !== undefined && String(namedFiles(await before.text())) === String(named);
  const wanted = new Set([...named, ...files.flatMap(staticPath)].slice(0, MOST_FILES));
  await Promise.all([...wanted].map((file) => keepFile(cache, file)));
  await cache.put(DAY, answer);
  // Of another build nothing is needed any more.
  const stored = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== DAY);
  const old = stored.filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all((same ? old.slice(0, Math.max(0, stored.length - MOST_FILES)) : old).map((file) => cache.delete(file)));
}

async function keepFile(cache, file) {
  if (await cache.match(file)) return;
  const answer = await fetch(file);
  if (answer.status !== 200) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, answer);
}

/** The files that a document names, in whatever place of it, each once. */
const namedFiles = (html) => [...new Set(html.match(/\/_next\/static\/[\w./~%-]+\.[a-z0-9]+/g))].sort();

/** Of an address that a page has sent: the path of a static file of ours, or nothing. */
function staticPath(address) {
  const { origin, pathname } = new URL(String(address), self.location.origin);
  return origin === self.location.origin && pathname.startsWith(STATIC) ? [pathname] : [];
}
