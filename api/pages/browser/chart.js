/* Shows the values of a chart's period in its legend, for a pointer and for arrow keys; without this script the browser's
   own note says them. */
for (const chart of document.querySelectorAll("svg.chart")) enliven(chart);

// Charts that came with a changed part of the page.
document.addEventListener("shown", ({ target }) => {
  for (const chart of target.querySelectorAll("svg.chart")) enliven(chart);
});

function enliven(chart) {
  const figure = chart.closest("figure");
  if (!figure?.querySelector("figcaption [data-values]")) return;
  const bands = [...chart.querySelectorAll(".at")];
  const shown = [...figure.querySelectorAll("figcaption [data-values]")].map((one) => ({
    place: one.querySelector("b") ?? one,
    values: one.dataset.values.split("|"),
  }));
  // The legend says it: the browser's note beside it would say it twice.
  const says = bands.map((band) => {
    const text = band.textContent;
    band.replaceChildren();
    return text;
  });
  const said = document.createElement("span");
  said.className = "unseen";
  said.setAttribute("aria-live", "polite");
  chart.setAttribute("tabindex", "0");
  let at = -1;

  const show = (next) => {
    at = next;
    bands.forEach((band, place) => {
      band.classList.toggle("on", place === at);
    });
    for (const { place, values } of shown) place.textContent = values.at(at);
  };
  const keys = {
    ArrowLeft: () => (at < 0 ? bands.length - 1 : Math.max(0, at - 1)),
    ArrowRight: () => (at < 0 ? 0 : Math.min(bands.length - 1, at + 1)),
    Home: () => 0,
    End: () => bands.length - 1,
    Escape: () => -1,
  };

  chart.addEventListener("pointerover", ({ target }) => {
    if (bands.includes(target)) show(bands.indexOf(target));
  });
  chart.addEventListener("pointerleave", () => show(-1));
  chart.addEventListener("focus", () => {
    figure.append(said);
    if (chart.matches(":focus-visible")) tell(bands.length - 1);
  });
  chart.addEventListener("blur", () => show(-1));
  chart.addEventListener("keydown", (event) => {
    const next = keys[event.key]?.();
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    tell(next);
  });

  const tell = (next) => {
    show(next);
    said.textContent = says[next] ?? "";
  };
}
