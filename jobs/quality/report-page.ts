import { checks as catalog, unansweredChecks } from "#ingest/checks/run-checks.ts";
import { companyText } from "#schemas/company-key.ts";
import { qualityLabels } from "#schemas/shapes/quality.ts";
import { listChanges } from "./changes.ts";
import type { QualityRun } from "./history.ts";
import { coveragePlot, escapeHtml, heatKey, heatMap } from "./plots.ts";
import { percentText, type QualityTotals, rateOf } from "./totals.ts";

export interface ReportInput {
  totals: QualityTotals;
  previous: QualityRun | null;
  names: ReadonlyMap<string, string>;
  registryVersion: string;
  engineVersion: string;
  at: string;
}

const worstShown = 25;
const checksShown = 3;
const changesShown = 100;

/** The whole report as one HTML page that needs nothing from outside. */
export function reportPage(input: ReportInput): string {
  const { totals, registryVersion, engineVersion, at } = input;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tenk: data quality</title><style>
body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#222}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}td,th{padding:.15rem .6rem;border-bottom:1px solid #ddd;text-align:left}
th{white-space:nowrap;vertical-align:bottom}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}svg{font:11px system-ui,sans-serif;max-width:100%;height:auto}
.mid{text-anchor:middle}.key{display:inline-block;width:1em;height:1em;margin:0 .3em 0 1em;vertical-align:-.1em;print-color-adjust:exact}.bad{color:#b00020;font-weight:600}
</style></head><body>
<h1>Data quality</h1>
<p>${totals.companies} companies, ${totals.periods} periods; registry ${escapeHtml(registryVersion)}, engine ${escapeHtml(engineVersion)}; ${escapeHtml(at)}.
Only rounding excuses a difference; a check runs only where one filing states every operand.</p>
${promises(totals, input.names)}
<h2>What changed since the last report</h2>
${changes(input)}
<h2>Pass rates by check</h2>
${rates(totals)}
<h2>Pass rates by fiscal year</h2>
${heatKey()}
${heatMap(totals.years, Object.keys(totals.years).sort())}
<h3>Where not all pass</h3>
${notAllPassed(totals)}
<h2>Coverage of universal lines</h2>
${coveragePlot(totals.coverage)}
<h2>Why there is no value</h2>
${nulls(totals)}
<h2>Companies with the most results that do not pass</h2>
<p>The counts are of all periods, the label is the terminal's: it says how far the newest fiscal year and what came after
it can be relied on. So a company is "high" beside many results that do not pass where all of them are older; the fiscal
year of the newest one of severity A stands beside its label.</p>
${worst(input)}
<h2>Not answered by the sources at hand</h2>
${table(
  ["check", "why"],
  unansweredChecks.map(({ id, reason }) => [id, reason]),
)}
</body></html>
`;
}

function promises({ lines, labels, unsound }: QualityTotals, names: ReportInput["names"]): string {
  const counted = (count: number) => (count === 0 ? "0" : `<span class="bad">${count}</span>`);
  const nullCount = Object.values(lines.nulls).reduce((sum, count) => sum + count, 0);
  const shown = qualityLabels.flatMap((label) =>
    labels[label] ? `${labels[label]} ${label}` : [],
  );
  const found = Object.entries(unsound).map(([cik, own]) => [
    nameOf(names, cik),
    String(Number(cik)),
    own.unexplained,
    own.unsourced,
  ]);
  const heads = ["company", "CIK", "nulls without a reason", "values without lineage"];
  return `<ul><li>Nulls without a reason: ${counted(lines.unexplained)} of ${nullCount + lines.unexplained}</li>
<li>Values without lineage: ${counted(lines.unsourced)} of ${lines.values}</li>
<li>Labels: ${escapeHtml(shown.join(", ") || "none")}</li></ul>${found.length > 0 ? table(heads, found) : ""}`;
}

function changes({ totals, previous, names }: ReportInput): string {
  if (previous === null) return "<p>There is no earlier report with other totals.</p>";
  const found = listChanges(
    previous.totals,
    totals,
    (cik) => `${nameOf(names, cik)}, ${companyText(cik)}`,
  );
  const rest = found.length - changesShown;
  const shown = found
    .slice(0, changesShown)
    .map(({ what, before, after }) => [what, before, after]);
  return `<p>Against ${escapeHtml(previous.at)}, registry ${escapeHtml(previous.registryVersion)}, engine ${escapeHtml(previous.engineVersion)}.</p>
${table(["what", "before", "now"], shown)}${rest > 0 ? `<p>And ${rest} more.</p>` : ""}`;
}

function rates({ checks }: QualityTotals): string {
  const titles = Map.groupBy(catalog, ({ id }) => id);
  const rows = [...titles].map(([id, own]) => {
    const counts = checks[id] ?? [0, 0, 0, 0, 0];
    const rate = rateOf(counts);
    const title = own.map((one) => one.title).join("; ");
    const [exact, rounding, small, failed, notRun] = counts;
    const numbers = [rate.run, exact, rounding, small, failed, notRun];
    return [id, own[0]?.severity ?? "", percentText(rate), ...numbers, title];
  });
  const heads = ["check", "severity", "pass %", "run", "exact", "rounding", "small", "failed"];
  return table([...heads, "not run", "what"], rows);
}

function nulls({ lines }: QualityTotals): string {
  const rows = Object.entries(lines.nulls).sort(([, a], [, b]) => b - a);
  return table(["reason", "lines"], rows);
}

function worst({ totals, names }: ReportInput): string {
  const rows = Object.entries(totals.failing)
    .sort(([, a], [, b]) => b.a - a.a || b.b - a.b)
    .slice(0, worstShown)
    .map(([cik, { a, b, label, checks, newestA }]) => [
      nameOf(names, cik),
      String(Number(cik)),
      label,
      newestA ?? "–",
      a,
      b,
      mostFailing(checks),
    ]);
  const heads = ["company", "CIK", "label", "newest A", "severity A", "severity B"];
  return table([...heads, "most often"], rows);
}

/** "TS-03: 26, TS-02: 5" */
function mostFailing(checks: Record<string, number>): string {
  const sorted = Object.entries(checks).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const shown = sorted.slice(0, checksShown).map(([id, count]) => `${id}: ${count}`);
  return [...shown, ...(sorted.length > checksShown ? ["…"] : [])].join(", ");
}

/** The same fields as text: those of the colours where not everything passes. */
function notAllPassed({ years }: QualityTotals): string {
  const rows = Object.keys(years)
    .sort()
    .flatMap((id) =>
      Object.entries(years[id] ?? {})
        .filter(([, { passed, run }]) => passed < run)
        .map(([year, rate]) => [id, year, percentText(rate), rate.passed, rate.run]),
    );
  return table(["check", "fiscal year", "pass %", "passed", "run"], rows);
}

const nameOf = (names: ReadonlyMap<string, string>, cik: string) =>
  names.get(cik) ?? companyText(cik);

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return "<p>None.</p>";
  const isNumber = (value: string | number | undefined) =>
    typeof value === "number" || /^([\d.]+|–)$/.test(value ?? "");
  // A head stands over its column as the column's values do.
  const kinds = heads.map((_, at) => (rows.every((row) => isNumber(row[at])) ? ' class="n"' : ""));
  const cells = (tag: "td" | "th", row: readonly (string | number)[]) =>
    row.map((value, at) => {
      return `<${tag}${kinds[at]}>${escapeHtml(String(value))}</${tag}>`;
    });
  const body = rows.map((row) => `<tr>${cells("td", row).join("")}</tr>`);
  return `<table><thead><tr>${cells("th", heads).join("")}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}
