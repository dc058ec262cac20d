// Shows push messages, and opens the page that one is about. `TEXTS` is filled in by the service.

const TEXTS = {};

const wanted = navigator.language.slice(0, 2);

self.addEventListener("push", (event) => {
  const { type, data } = event.data.json();
  const texts = TEXTS[wanted] ?? TEXTS.en;
  const options = { icon: "/docs/assets/icon.png", tag: data.game ?? data.contest ?? type, data: data.contest ? `/contests/${data.contest}` : data.game ? `/play/${data.game}` : "/play" };
  event.waitUntil(self.registration.showNotification(texts[type] ?? "Hanabi", options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  const open = async () => {
    const found = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).find((one) => new URL(one.url).pathname === address);
    return found ? found.focus() : self.clients.openWindow(address);
  };
  event.waitUntil(open());
});
