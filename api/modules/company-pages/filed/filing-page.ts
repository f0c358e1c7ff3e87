import { type Html, html, nothing } from "#api/pages/html.ts";
import type { StatementsAsFiled } from "#schemas/shapes/companies/statement-as-filed.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import { filedTable, kindTitles, moneyScale } from "./filed-table.ts";

const sourceWords = {
  instance: "the filing's XBRL",
  inline: "the filing's inline XBRL",
  data_set: "the regulator's Financial Statement Data Sets, which have no headings and round dates",
} as const;

/** The statements of one filing as printed, as a page. */
export function filingMarkup(frame: Frame, filed: StatementsAsFiled): string {
  const { name } = frame.profile.entity;
  const base = baseOf(frame);
  const { accessionNumber, form, periodEnd, filedDate, source, currency } = filed;
  const { day } = frame;
  const isLater = day !== undefined && filedDate !== null && filedDate > day;
  // Of an earlier day the figures of the filing are not known.
  const query = isLater ? "" : dayText(frame);
  const isCover = ({ kind }: { kind: string }) => kind === "cover";
  // What an analyst came for stands first.
  const statements = filed.statements.toSorted((a, b) => Number(isCover(a)) - Number(isCover(b)));
  const values = statements.flatMap(({ lines }) => lines.flatMap((line) => line.values));
  const scale = moneyScale(values);
  const data = `/v2/entities/${filed.entityId}/filings/${accessionNumber}/statements`;
  const title = `${form}${periodEnd === null ? "" : ` for the period to ${periodEnd}`}`;
  const contents = statements.map(
    ({ order, title: own, kind }) =>
      html`<li><a href="#s${String(order)}">${own ?? kindTitles[kind]}</a></li>`,
  );
  const body = html`
<p class="crumbs"><a href="${base}/filings${dayText(frame)}">Filings</a></p>
<h1>${title}</h1>
<p class="soft">${filedDate === null ? nothing : html`Filed ${filedDate}. `}Accession ${accessionNumber}. As printed, from ${sourceWords[source]}${currency === null ? "" : `, in ${currency}`}. A figure leads to the standardized line that it is.</p>
<ul>${contents}</ul>
${statements.map((statement) => filedTable({ statement, base, query, scale }))}
${problemsList(filed)}
<h2>The same as data</h2>
<ul><li><a href="${data}?format=xlsx">Workbook</a></li><li><a href="${data}?format=csv">CSV</a></li><li><a href="${data}">JSON</a></li><li><a href="${data}/other">Notes and schedules as JSON</a></li>${atRegulator(filed)}</ul>`;
  return companyPage(frame, {
    title,
    body,
    ...(isLater ? { refusal: `This was filed on ${filedDate}, after ${day}.` } : {}),
    description: `The statements of ${name} as its ${form} of ${periodEnd ?? filedDate ?? ""} printed them.`,
  });
}

const atRegulator = ({ filingIndexUrl }: StatementsAsFiled): Html =>
  filingIndexUrl === null
    ? nothing
    : html`<li><a rel="noopener" href="${filingIndexUrl}">The filing at the SEC</a></li>`;

function problemsList({ problems }: StatementsAsFiled): Html {
  if (problems.length === 0) return nothing;
  return html`<h2>Set aside</h2><ul>${problems.map((one) => html`<li>${one}</li>`)}</ul>`;
}
