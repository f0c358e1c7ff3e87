import type { HealthSignal, Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";

/** The figures that say most, and how the company stands. */
export function summarySection({ summary, financialHealth }: Terminal): Html {
  const metrics = summary.metrics.filter(({ displayValue }) => displayValue !== null);
  if (metrics.length === 0) {
    return html`<p role="status">${summary.unavailableReason ?? "No figures are at hand."}</p>`;
  }
  const cards = metrics.map(
    ({ label, displayValue, deltaDisplay, periodEnd }) =>
      html`<div><dt>${label}</dt><dd><span>${(displayValue ?? "").replace("-", "−")}</span>${change(deltaDisplay, periodEnd)}</dd></div>\n`,
  );
  const signals = financialHealth.signals.map(
    ({ label, signal, headline, explanation }) =>
      html`<li><span class="signal ${signal}">${signalWords[signal]}</span> <b>${label}</b> ${headline} <span class="soft">${explanation}</span></li>\n`,
  );
  return html`<h2 id="summary">Summary <span class="soft small">filed up to ${summary.asOf ?? "–"}</span></h2>
<dl class="metrics">${cards}</dl>
${signals.length === 0 ? nothing : html`<details><summary>${financialHealth.headline}</summary><ul class="signals">${signals}</ul></details>`}`;
}

const signalWords: Record<HealthSignal, string> = {
  great: "great",
  good: "good",
  watch: "watch",
  risk: "risk",
  unavailable: "no signal",
};

const change = (text: string | null, day: string | null): Html =>
  html`<span class="delta"><span>${text ?? ""}</span><span>${day ?? ""}</span></span>`;
