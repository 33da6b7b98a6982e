// Asks the browser for a subscription, and sends it with the form.
"use strict";
{
  const form = document.getElementById("push-form");
  const ask = document.getElementById("push-ask");
  const said = document.getElementById("push-said");
  const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
  const urlSafe = (buffer) => base64(buffer).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const bytes = (words) =>
    Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  if (form && "serviceWorker" in navigator && "PushManager" in window) {
    said.textContent = "";
    ask.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        if ((await Notification.requestPermission()) !== "granted") throw new Error("it is not allowed to");
        await navigator.serviceWorker.register(form.dataset.worker);
        const worker = await navigator.serviceWorker.ready;
        const found = await worker.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: bytes(form.dataset.key),
        });
        form.elements.endpoint.value = found.endpoint;
        form.elements.p256dh.value = urlSafe(found.getKey("p256dh"));
        form.elements.auth.value = urlSafe(found.getKey("auth"));
        form.submit();
      } catch (error) {
        said.textContent = `This browser shows nothing: ${error.message}`;
      }
    });
  }
}
