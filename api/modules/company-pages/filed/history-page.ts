import { type Html, html, nothing } from "#api/pages/html.ts";
import { mainStatementKinds } from "#schemas/shapes/companies/filed-report.ts";
import type { FiledRow, StatementHistory } from "#schemas/shapes/companies/statement-as-filed.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import { kindTitles, membersText, moneyScale, printedText } from "./filed-table.ts";
import type { AsFiledQuery } from "./schemas.ts";

/** One statement over many periods as filed, as a page. `history` is null where no filing at hand has one. */
export function historyMarkup(
  frame: Frame,
  history: StatementHistory | null,
  { kind, period, asOf }: AsFiledQuery,
): string {
  const { id } = frame.profile.entity;
  const base = baseOf(frame);
  const day = asOf ? `&asOf=${asOf}` : "";
  const link = (of: Partial<AsFiledQuery>, text: string) => {
    const asked = { kind, period, ...of };
    const isHere = asked.kind === kind && asked.period === period;
    return isHere
      ? html`<b aria-current="page">${text}</b>`
      : html`<a href="${base}/as-filed?kind=${asked.kind}&period=${asked.period}${day}">${text}</a>`;
  };
  const kinds = mainStatementKinds.map((one) => html`${link({ kind: one }, kindTitles[one])} `);
  const data = `/v2/entities/${id}/statements-as-filed/${kind}?period=${period}${day}`;
  const body = html`
<p class="crumbs"><a href="${base}/financials${dayText(frame)}">Financials</a> › As filed</p>
<h1>${kindTitles[kind]} as filed</h1>
<p>${kinds}</p><p>${link({ period: "annual" }, "Annual")} ${link({ period: "quarterly" }, "Quarterly")} · <a href="${base}/financials${dayText(frame)}">Standardized</a></p>
${
  history === null
    ? html`<p role="status">No filing at hand has this statement as printed.</p>`
    : html`${historyTable(history, frame)}
<p><a href="${data}&format=xlsx">Workbook</a> · <a href="${data}&format=csv">CSV</a> · <a href="${data}">JSON</a></p>`
}`;
  return companyPage(frame, {
    title: `${kindTitles[kind]} as filed`,
    body,
  });
}

function historyTable({ columns, rows, kind }: StatementHistory, frame: Frame): Html {
  const cells = rows.flatMap(({ values, unit }) =>
    values.flatMap((printed) => (printed === null ? [] : [{ printed, unit }])),
  );
  const scale = moneyScale(cells);
  const heads = columns.map(
    ({ start, end, accessionNumber, form, currency }) =>
      html`<th scope="col" class="n"><a href="${baseOf(frame)}/filings/${accessionNumber}${dayText(frame)}" class="date" title="${form} ${accessionNumber}">${end}</a>${start === null ? nothing : html` <span class="soft date">from ${start}</span>`} <span class="soft">${currency ?? ""}</span></th>`,
  );
  const lines = rows.map((row) => historyRow(row, scale));
  const words = scale.words === "" ? "" : `, amounts in ${scale.words}`;
  return html`<p class="soft small">All figures of a column are from one filing, which its head leads to. ↺ marks a line that older filings print under another name.</p>
<div class="scroll" role="region" aria-label="${kindTitles[kind]}" tabindex="0"><table class="filed"><caption>${kindTitles[kind]}, ${columns.at(-1)?.end ?? ""} to ${columns[0]?.end ?? ""}${words}</caption><thead><tr><th scope="col">As printed</th>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

function historyRow(row: FiledRow, scale: Parameters<typeof printedText>[2]): Html {
  const { label, element, dimensions, depth, isAbstract, isTotal, unit, values, names } = row;
  const members = membersText(dimensions);
  const level = Math.min(depth ?? 0, 4) + (members === "" ? 0 : 1);
  const look = isAbstract ? "heading" : isTotal === true ? "total" : "";
  const older = names.map((one) => `${one.label} (${one.element}, ${one.accessionNumber})`);
  const mark =
    older.length === 0 ? nothing : html` <abbr title="Before: ${older.join("; ")}">↺</abbr>`;
  const name =
    members === "" ? html`${label}` : html`<span class="soft">${label}:</span> ${members}`;
  const cells = values.map((value) =>
    value === null ? html`<td></td>` : html`<td class="n">${printedText(value, unit, scale)}</td>`,
  );
  return html`<tr class="${look} d${String(level)}"><th scope="row" title="${element}">${name}${mark}</th>${cells}</tr>\n`;
}
