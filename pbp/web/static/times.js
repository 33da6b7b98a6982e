// Keeps "in 7 hours" true while a page stands open, and says times in the browser's zone where no other is chosen.
// Without it they are said as of when the page was made, in the zone that was chosen, or in UTC.
"use strict";
{
  const chosen = document.documentElement.dataset.zone;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (!chosen && here && !["UTC", "Etc/UTC", "GMT"].includes(here)) {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      time.title = time.textContent;
      time.textContent = `${day.format(at).replace(",", "")}, ${hour.format(at)} ${here}`;
    }
    const said = document.getElementById("times-in");
    if (said) said.textContent = `${here}, as your browser says`;
  }
  const words = (seconds) => {
    const minutes = Math.floor(seconds / 60);
    const parts = [
      [Math.floor(minutes / 1440), "day"],
      [Math.floor(minutes / 60) % 24, "hour"],
      [minutes % 60, "minute"],
    ];
    const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
    return said.slice(0, 2).join(" ") || "less than a minute";
  };
  const look = () => {
    for (const left of document.querySelectorAll("[data-left]")) {
      left.textContent = words((new Date(left.dataset.left).getTime() - Date.now()) / 1000);
    }
  };
  setInterval(look, 20000);
  document.addEventListener("visibilitychange", look);
}
