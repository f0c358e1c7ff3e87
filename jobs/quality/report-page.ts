import { chartFigure } from "#api/pages/charts/figure.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { layout } from "#api/pages/layout.ts";
import { checks as catalog, unansweredChecks } from "#ingest/checks/run-checks.ts";
import type { ReportCounts } from "#ingest/store/filed-reports.ts";
import { companyNumber, companyText } from "#schemas/company-key.ts";
import { qualityLabels } from "#schemas/shapes/companies/quality.ts";
import { listChanges } from "./changes.ts";
import { heatTable, yearsOf } from "./heat-table.ts";
import type { QualityRun } from "./history.ts";
import { percentText, type QualityTotals, rateOf } from "./totals.ts";
import { type WorstOf, worstCompanies } from "./worst-companies.ts";

export interface ReportInput extends Omit<WorstOf, "totals"> {
  totals: QualityTotals;
  reports: ReportCounts;
  previous: QualityRun | null;
  registryVersion: string;
  engineVersion: string;
  at: string;
}

const changesShown = 100;
const reasonsShown = 4;

/** The whole report as one HTML page that needs nothing from outside. */
export async function reportPage(input: ReportInput): Promise<string> {
  const { totals, reports, registryVersion, engineVersion, at } = input;
  const body = html`<h1>Data quality</h1>
<p>${totals.companies} companies, ${totals.periods} periods; registry ${registryVersion}, engine ${engineVersion}; ${at}.
Only rounding excuses a difference; a check runs only where one filing states every operand.</p>
${promises(totals, input.names)}
<h2>What changed since the last report</h2>
${changes(input)}
<h2>Pass rates by check</h2>
${rates(totals)}
<h2>Why checks were not run</h2>
${notRunReasons(totals)}
<h2>Pass rates by fiscal year</h2>
${heatTable(totals.years)}
<h3>Where not all pass</h3>
${notAllPassed(totals)}
<h2>Coverage of universal lines</h2>
${await coverageChart(totals.coverage)}
<h2>Why there is no value</h2>
${nulls(totals)}
<h2>Statements as printed</h2>
<p>${reports.stored} filings have their statements stored, ${reports.unreadable} cannot be read, of ${reports.notFetched} nothing that shows them was fetched.</p>
${
  reports.reasons.length === 0
    ? nothing
    : table(
        ["why not readable", "filings"],
        reports.reasons.map(({ reason, count }) => [reason, String(count)]),
      )
}
<h2>Companies with the most results that do not pass</h2>
<p>The counts are of all periods, the label is the terminal's: it says how far the newest fiscal year and what came after
it can be relied on. So a company is "high" beside many results that do not pass where all of them are older; the fiscal
year of the newest one of severity A stands beside its label.</p>
${worstCompanies(input)}
<h2>Not answered by the sources at hand</h2>
${table(
  ["check", "why"],
  unansweredChecks.map(({ id, reason }) => [id, reason]),
)}`;
  return layout({ title: "Data quality", body, width: "wide", isDocument: true });
}

/** Coverage of universal lines by fiscal year, one line per template. */
async function coverageChart(coverage: QualityTotals["coverage"]): Promise<Html> {
  const years = yearsOf(Object.values(coverage));
  if (years.length === 0) return html`<p>None.</p>`;
  const series = Object.entries(coverage).map(([name, ofYears], at) => ({
    name,
    kind: "line" as const,
    color: ((at % 6) + 1) as 1,
    values: years.map((year) => {
      const { valued = 0, applicable = 0 } = ofYears[year] ?? {};
      return applicable === 0 ? null : valued / applicable;
    }),
  }));
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  const figure = await chartFigure({
    title: "Coverage of universal lines",
    by: "by template and fiscal year",
    ticks: years,
    series,
    width: 760,
    height: 240,
    format: percent,
    say: percent,
    cuts: null,
  });
  const rows = Object.entries(coverage).map(([template, ofYears]) => [
    template,
    ...years.map((year) => {
      const own = ofYears[year];
      return own === undefined || own.applicable === 0
        ? "–"
        : percentText({ passed: own.valued, run: own.applicable });
    }),
  ]);
  return html`${figure}${table(["template", ...years], rows)}`;
}

function promises({ lines, labels, unsound }: QualityTotals, names: ReportInput["names"]): Html {
  const counted = (count: number): Html =>
    count === 0 ? html`0` : html`<span class="bad">${count}</span>`;
  const nullCount = Object.values(lines.nulls).reduce((sum, count) => sum + count, 0);
  const shown = qualityLabels.flatMap((label) =>
    labels[label] ? `${labels[label]} ${label}` : [],
  );
  const unsoundRows = Object.entries(unsound).map(([cik, own]) => [
    nameOf(names, cik),
    companyNumber(cik),
    own.unexplained,
    own.unsourced,
  ]);
  const heads = ["company", "CIK", "nulls without a reason", "values without lineage"];
  return html`<ul><li>Nulls without a reason: ${counted(lines.unexplained)} of ${nullCount + lines.unexplained}</li>
<li>Values without lineage: ${counted(lines.unsourced)} of ${lines.values}</li>
<li>Labels: ${shown.join(", ") || "none"}</li></ul>${unsoundRows.length > 0 ? table(heads, unsoundRows) : nothing}`;
}

function changes({ totals, previous, names }: ReportInput): Html {
  if (previous === null) return html`<p>There is no earlier report with other totals.</p>`;
  const changes = listChanges(
    previous.totals,
    totals,
    (cik) => `${nameOf(names, cik)}, ${companyText(cik)}`,
  );
  const rest = changes.length - changesShown;
  const shown = changes
    .slice(0, changesShown)
    .map(({ what, before, after }) => [what, before, after]);
  return html`<p>Against ${previous.at}, registry ${previous.registryVersion}, engine ${previous.engineVersion}.</p>
${table(["what", "before", "now"], shown)}${rest > 0 ? html`<p>And ${rest} more.</p>` : nothing}`;
}

function rates({ checks }: QualityTotals): Html {
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

function nulls({ lines }: QualityTotals): Html {
  const rows = Object.entries(lines.nulls).sort(([, a], [, b]) => b - a);
  return table(["reason", "lines"], rows);
}

/** The reasons of each check that was not run somewhere, the most frequent first. */
function notRunReasons({ notRun = {} }: QualityTotals): Html {
  const rows = Object.entries(notRun)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, reasons]) => {
      const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
      const shown = sorted
        .slice(0, reasonsShown)
        .map(([why, count]) => `${why || "not said"}: ${count}`);
      const rest = sorted.length - shown.length;
      const total = sorted.reduce((sum, [, count]) => sum + count, 0);
      return [id, total, `${shown.join("; ")}${rest > 0 ? `; and ${rest} other reasons` : ""}`];
    });
  return table(["check", "not run", "why"], rows);
}

/** The same fields as text: those of the colours where not everything passes. */
function notAllPassed({ years }: QualityTotals): Html {
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

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): Html {
  if (rows.length === 0) return html`<p>None.</p>`;
  const isNumber = (value: string | number | undefined) =>
    typeof value === "number" || /^([\d.]+|–)$/.test(value ?? "");
  // A head is aligned as the values of its column.
  const kinds = heads.map((_, at) =>
    rows.every((row) => isNumber(row[at])) ? html` class="n"` : nothing,
  );
  const head = heads.map((text, at) => html`<th scope="col"${kinds[at] ?? nothing}>${text}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>${row.map((value, at) => html`<td${kinds[at] ?? nothing}>${value}</td>`)}</tr>\n`,
  );
  return html`<div class="scroll" role="region" aria-label="${heads.join(", ")}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
