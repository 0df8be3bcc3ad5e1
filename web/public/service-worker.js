/**
 * Shows a page of its own where the server cannot be reached, and notifications that the server
 * pushes. Nothing else is kept: no page of a table and no answer of the server, which depend on who
 * asks.
 */
const KEPT = "strata-offline-1";
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(PAGE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const drop = (names) =>
    Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
});

/** What was pushed; of what cannot be read, that something happened. */
function read(data) {
  try {
    const { title, body, path, tag } = data.json();
    if (!title || !path.startsWith("/table/")) throw new Error("not of this server");
    return { title, body, path, tag };
  } catch {
    return { title: "Strata", body: "Something happened in your games.", path: "/", tag: "games" };
  }
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = read(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: "/icon-192.png",
      data: { path },
      actions: [{ action: "end", title: "Turn these off" }],
    }),
  );
});

/** Goes to the page if it is open, else opens it. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

function post(path, body) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** If the server cannot be told now, the push service will tell it. */
async function end() {
  await post("/api/notifications/push/end", {}).catch(() => undefined);
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(event.action === "end" ? end() : open(event.notification.data.path));
});

/** The browser has given the subscription up: the server is told of a new one. */
async function renew(old) {
  const made = await self.registration.pushManager.subscribe(old.options);
  const { endpoint, keys } = made.toJSON();
  await post("/api/notifications/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

self.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription));
});
