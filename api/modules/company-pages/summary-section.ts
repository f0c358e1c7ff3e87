import type { HealthSignal, Terminal, TerminalMetric } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { sparkline } from "../../pages/sparkline.ts";
import { baseOf, dayText, type Frame } from "./company-frame.ts";
import type { Series } from "./yearly-series.ts";

/** The figures that say most, in groups: keys of metrics, and the line that a key's figure leads to. */
const groups: readonly { title: string; keys: readonly string[] }[] = [
  {
    title: "Income",
    keys: [
      "revenue",
      "revenue_growth_yoy",
      "net_interest_income",
      "premiums_earned",
      "net_investment_income",
      "rental_income",
      "provision_for_credit_losses",
      "policyholder_benefits",
      "net_income",
      "eps_diluted",
    ],
  },
  {
    title: "Margins and returns",
    keys: [
      "gross_margin",
      "operating_margin",
      "net_margin",
      "efficiency_ratio",
      "return_on_assets",
    ],
  },
  {
    title: "Cash",
    keys: ["operating_cash_flow", "free_cash_flow", "free_cash_flow_margin", "cash_conversion"],
  },
  {
    title: "Balance sheet",
    keys: [
      "cash_and_equivalents",
      "total_debt",
      "total_assets",
      "stockholders_equity",
      "deposits",
      "loans_net",
      "real_estate_net",
    ],
  },
  {
    title: "Strength and shares",
    keys: ["current_ratio", "cash_flow_to_debt", "equity_to_assets", "shares_outstanding"],
  },
];

/** The key figures of the newest twelve months, or fiscal year, and of the balance sheet at its end. */
export function summarySection(frame: Frame, { summary }: Terminal, series: Series): Html {
  const metrics = summary.metrics.filter(({ displayValue }) => displayValue !== null);
  if (metrics.length === 0) {
    return html`<p role="status">${summary.unavailableReason ?? "No figures are at hand."}</p>`;
  }
  const end = commonEnd(metrics);
  const byKey = new Map(metrics.map((metric) => [metric.key, metric]));
  const cards = groups.map(({ title, keys }) => {
    const own = keys.flatMap((key) => byKey.get(key) ?? []);
    const rows = own.map((metric) => figureRow(metric, { frame, end, series }));
    return own.length === 0 ? nothing : html`<div><h3>${title}</h3><dl>${rows}</dl></div>\n`;
  });
  return html`<h2 id="summary">Key figures <span class="soft small">${spanText(metrics)} to ${end}, balances of that day</span></h2>
<div class="metrics">${cards}</div>`;
}

/** The day that most figures are of. */
function commonEnd(metrics: readonly TerminalMetric[]): string {
  const counts = Map.groupBy(metrics, ({ periodEnd }) => periodEnd ?? "");
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "";
}

const span = / \((TTM|FY ?\d*)\)$/;

const spanText = (metrics: readonly TerminalMetric[]) =>
  metrics.some(({ label }) => label.endsWith("(TTM)")) ? "Twelve months" : "Fiscal year";

interface RowOf {
  frame: Frame;
  /** The day of the page's figures. */
  end: string;
  series: Series;
}

/** A figure with its change, what it was over the years, and its own day where it is another. */
function figureRow(metric: TerminalMetric, { frame, end, series }: RowOf): Html {
  const { key, label, displayValue, deltaDisplay, periodEnd } = metric;
  const text = (displayValue ?? "").replace("-", "−");
  const href = series.lines.has(key) ? lineageOf(frame, metric) : null;
  const own = periodEnd === end || periodEnd === null ? "" : ` of ${periodEnd}`;
  return html`<div><dt>${label.replace(span, "")}${own === "" ? nothing : html` <span class="soft">${own}</span>`}</dt><dd class="spark">${sparkline(series.valuesOf(key))}</dd><dd class="value">${href === null ? text : html`<a href="${href}">${text}</a>`}</dd><dd class="delta">${(deltaDisplay ?? "").replace("-", "−")}</dd></div>\n`;
}

const lineageOf = (frame: Frame, { key, label }: TerminalMetric): string | null =>
  label.endsWith("(TTM)") ? `${baseOf(frame)}/lineage/${key}/TTM${dayText(frame)}` : null;

const signalWords: Record<HealthSignal, string> = {
  great: "great",
  good: "good",
  watch: "watch",
  risk: "risk",
  unavailable: "no signal",
};

/** How the company stands: a grade for each side of it. */
export function signalsSection({ financialHealth }: Terminal): Html {
  const { headline, explanation, signals } = financialHealth;
  if (signals.length === 0) return nothing;
  const items = signals.map(
    ({ label, signal, grade, headline: said, explanation: why }) =>
      html`<li><span class="signal ${signal}">${grade ?? "–"} ${signalWords[signal]}</span> <b>${label}</b><br>${said} <span class="soft small">${why}</span></li>\n`,
  );
  return html`<h2 id="signals">${headline} <span class="soft small">${explanation}</span></h2>
<ul class="signals">${items}</ul>`;
}
