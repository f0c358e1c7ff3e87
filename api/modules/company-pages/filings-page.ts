import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { baseOf, companyPage, dayText, type Frame } from "./company-frame.ts";

interface FilingsOf {
  /** Null where nothing was built of the company. */
  terminal: Terminal | null;
  /** Accession numbers of the filings whose statements are at hand as printed. */
  printed: ReadonlySet<string>;
}

/** The newest filings of a company as a page. */
export function filingsMarkup(frame: Frame, { terminal, printed }: FilingsOf): string {
  const { id, name } = frame.profile.entity;
  const rows = terminal?.filings.rows ?? [];
  const feed = `/v2/entities/${id}/changes.atom`;
  return companyPage(frame, {
    title: "Filings",
    body: html`<h1>Filings</h1>
${rows.length === 0 ? html`<p role="status">${terminal?.filings.unavailableReason ?? "No filings of this company are at hand."}</p>` : filingsTable(rows, frame, printed)}
<p class="small"><a href="/v2/entities/${id}/filings${dayText(frame)}">All filings as JSON</a> · <a href="${feed}">Changes as an Atom feed</a></p>`,
    description: `Filings of ${name} with its regulator, with their statements as printed.`,
    feed,
  });
}

/** Filings with their own pages at the regulator, and with their statements as printed where those are at hand. */
function filingsTable(
  rows: Terminal["filings"]["rows"],
  frame: Frame,
  printed: FilingsOf["printed"],
): Html {
  const isLinked = rows.some((one) => one.filingIndexUrl !== null);
  const lines = rows.map(
    ({ form, accessionNumber, filingDate, reportDate, ...one }) =>
      html`<tr><th scope="row">${printed.has(accessionNumber) ? html`<a href="${baseOf(frame)}/filings/${accessionNumber}${dayText(frame)}">${form}, as printed</a>` : form}</th><td class="date">${filingDate}</td><td class="date">${reportDate ?? "–"}</td>${isLinked ? html`<td>${link(one.filingIndexUrl, "Filing")} ${link(one.primaryDocumentUrl, "Document")}</td>` : nothing}<td>${one.status === "processed" ? "in the statements" : ""}</td></tr>\n`,
  );
  const heads = ["Form", "Filed", "Report date", ...(isLinked ? ["At the SEC"] : []), "Used"];
  return html`<div class="scroll" role="region" aria-label="Filings" tabindex="0"><table><caption>Newest filings</caption><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

const link = (href: string | null, text: string): Html =>
  href === null ? nothing : html`<a rel="noopener" href="${href}">${text}</a>`;
