// Makes forms handier: hides what does not apply, counts sums and choices as they change. Without it all is there, and
// the server checks the same.
"use strict";
for (const form of document.querySelectorAll("form.move")) {
  const given = (name) =>
    [...form.elements]
      .filter((field) => field.name === name && (!["radio", "checkbox"].includes(field.type) || field.checked))
      .map((field) => field.value)
      .filter((value) => value !== "");
  const applies = (element) => {
    const values = given(element.dataset.needs);
    const wanted = element.dataset.with ? element.dataset.with.split("|") : null;
    return wanted ? values.some((value) => wanted.includes(value)) : values.length > 0;
  };
  const look = () => {
    for (const element of form.querySelectorAll("[data-needs]")) {
      const shown = applies(element);
      element.hidden = !shown;
      if (!shown) for (const box of element.querySelectorAll("input:checked")) box.checked = false;
    }
    for (const line of form.querySelectorAll(".sum")) {
      const weights = JSON.parse(line.dataset.weights);
      let total = 0;
      for (const [name, weight] of Object.entries(weights)) {
        for (const field of form.elements) {
          if (field.name !== name || field.closest("[hidden]")) continue;
          if (field.type === "number") total += weight * Number(field.value || 0);
          else if (["radio", "checkbox"].includes(field.type) ? field.checked : field.value) total += weight;
        }
      }
      const low = Number(line.dataset.low);
      const high = Number(line.dataset.high);
      const wrong = total < low || total > high;
      line.textContent = wrong && total > high ? line.dataset.why : low < 0 ? "" : `${total} of ${high} ${line.dataset.of}.`;
      line.classList.toggle("down", wrong);
      const first = form.elements[Object.keys(weights)[0]];
      const field = first && first.setCustomValidity ? first : null;
      if (field) field.setCustomValidity(wrong ? line.dataset.why : "");
    }
    for (const set of form.querySelectorAll("[data-most]")) {
      const boxes = [...set.querySelectorAll("input[type=checkbox]")];
      const full = boxes.filter((box) => box.checked).length >= Number(set.dataset.most);
      for (const box of boxes) box.disabled = full && !box.checked;
    }
  };
  form.addEventListener("input", look);
  look();
}
