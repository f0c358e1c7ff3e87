import { exactText } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import type { StoredFailure } from "#ingest/store/stored-quality.ts";
import { companyNumber, companyText } from "#schemas/company-key.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { Failing, QualityTotals } from "./totals.ts";

export interface WorstOf {
  totals: Pick<QualityTotals, "failing">;
  names: ReadonlyMap<string, string>;
  /** Ends of the companies' addresses, by CIK. */
  slugs: ReadonlyMap<string, string>;
  /** What does not pass of the worst companies. */
  failures: readonly StoredFailure[];
  /** Address of the service whose pages are linked. */
  publicUrl: string;
}

const worstShown = 25;
const checksShown = 3;
const failuresShown = 20;

/** The CIKs of the companies with the most results that do not pass, the worst first. */
export const worstCiks = ({ failing }: WorstOf["totals"]): string[] =>
  Object.entries(failing)
    .sort(([, a], [, b]) => b.a - a.a || b.b - a.b)
    .slice(0, worstShown)
    .map(([cik]) => cik);

/** The worst companies as a table, and below it what fails of each, with the way to each figure. */
export function worstCompanies(of: WorstOf): Html {
  const ciks = worstCiks(of.totals);
  if (ciks.length === 0) return html`<p>None.</p>`;
  const rows = ciks.flatMap((cik) => {
    const failing = of.totals.failing[cik];
    return failing === undefined ? [] : [companyRow(cik, failing, of)];
  });
  const heads = ["CIK", "Label", "Newest A", "Severity A", "Severity B"];
  return html`<div class="scroll" role="region" aria-label="Worst companies" tabindex="0"><table><caption>Results that do not pass</caption><thead><tr><th scope="col">Company</th>${heads.map((head) => html`<th scope="col" class="n">${head}</th>`)}<th scope="col">Most often</th></tr></thead><tbody>
${rows}</tbody></table></div>
${ciks.map((cik) => failuresOf(cik, of))}`;
}

function companyRow(cik: string, { a, b, label, checks, newestA }: Failing, of: WorstOf): Html {
  const numbers = [companyNumber(cik), label, newestA ?? "–", a, b];
  const hasFailures = of.failures.some((one) => one.companyKey === cik);
  const name = nameOf(cik, of);
  return html`<tr><th scope="row">${hasFailures ? html`<a href="#failing-${cik}">${name}</a>` : name}</th>${numbers.map((one) => html`<td class="n">${one}</td>`)}<td>${mostFailing(checks)}</td></tr>\n`;
}

const nameOf = (cik: string, { names }: Pick<WorstOf, "names">) =>
  names.get(cik) ?? companyText(cik);

/** "TS-03: 26, TS-02: 5" */
function mostFailing(checks: Record<string, number>): string {
  const sorted = Object.entries(checks).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const shown = sorted.slice(0, checksShown).map(([id, count]) => `${id}: ${count}`);
  return [...shown, ...(sorted.length > checksShown ? ["…"] : [])].join(", ");
}

function failuresOf(cik: string, of: WorstOf): Html {
  const own = of.failures.filter((one) => one.companyKey === cik);
  if (own.length === 0) return nothing;
  const slug = of.slugs.get(cik);
  const base = slug === undefined ? null : `${of.publicUrl}/companies/${slug}`;
  const rows = own.slice(0, failuresShown).map((one) => failureRow(one, base));
  const rest = own.length - rows.length;
  const title = `${nameOf(cik, of)}: what does not pass`;
  return html`<details id="failing-${cik}" open><summary>${title}</summary>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table><caption>${title}</caption><thead><tr><th scope="col">Check</th><th scope="col">Figure</th><th scope="col">Why</th><th scope="col" class="n">Difference</th><th scope="col">Filing</th></tr></thead><tbody>
${rows}</tbody></table></div>${rest > 0 ? html`<p>${rest} more${base === null ? "" : html`, on <a href="${base}#quality">the company's page</a>`}.</p>` : nothing}</details>\n`;
}

function failureRow(of: StoredFailure, base: string | null): Html {
  const { checkId, severity, subject, concept, reason, difference } = of;
  const figure = `${subject}${concept === null ? "" : ` ${concept}`}`;
  const isFigure = base !== null && concept !== null;
  const shown = isFigure
    ? html`<a href="${base}/lineage/${concept}/${subject}">${figure}</a>`
    : base === null
      ? figure
      : html`<a href="${base}#quality">${figure}</a>`;
  return html`<tr><th scope="row">${checkId}, ${severity}</th><td>${shown}</td><td>${reason}</td><td class="n">${difference === null ? "–" : exactText(difference)}</td><td>${filingLink(of)}</td></tr>\n`;
}

function filingLink({ companyKey: cik, operands }: StoredFailure): Html {
  const accession = operands.find((one) => one.accession !== null)?.accession ?? null;
  if (accession === null) return nothing;
  const url = filingIndexUrl({ cik, accession });
  return url === null ? html`${accession}` : html`<a rel="noopener" href="${url}">${accession}</a>`;
}
