// Shows what is pushed. What is pushed twice has the same tag, and so shows once.
"use strict";
self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  const more = { body: said.body || "", tag: said.tag || "letter", icon: "/static/star.svg", data: { url: said.url || "/me" } };
  event.waitUntil(self.registration.showNotification(said.title || "The Battle Master writes", more));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});
