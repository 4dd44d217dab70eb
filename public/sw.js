// Shows what the server pushes. Pages and files do not pass through here: they load as they would without it.

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
