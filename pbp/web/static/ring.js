// Lays the places of a choice out as a ring to click. Without this script they are a plain list.
"use strict";
for (const places of document.querySelectorAll("fieldset.places .choices")) {
  const labels = [...places.querySelectorAll("label")];
  if (labels.length < 3 || labels.length > 24) continue;
  places.classList.add("ring");
  labels.forEach((label, index) => {
    const angle = (2 * Math.PI * index) / labels.length;
    label.style.setProperty("left", `${50 + 34 * Math.sin(angle)}%`);
    label.style.setProperty("top", `${50 - 40 * Math.cos(angle)}%`);
  });
}
