import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Html, html, nothing } from "../../pages/html.ts";

const filingsShown = 30;

/**
 * The newest filings, with their own pages at the regulator, and with their statements as printed where those are at
 * hand (`printed`, accession numbers).
 */
export function filingsSection(
  { filings }: Terminal,
  { base, printed }: { base: string; printed: ReadonlySet<string> },
): Html {
  if (filings.rows.length === 0) return nothing;
  const rows = filings.rows
    .slice(0, filingsShown)
    .map(
      ({
        form,
        accessionNumber,
        filingDate,
        reportDate,
        filingIndexUrl,
        primaryDocumentUrl,
        status,
      }) =>
        html`<tr><th scope="row">${printed.has(accessionNumber) ? html`<a href="${base}/filings/${accessionNumber}">${form}, as printed</a>` : form}</th><td class="date">${filingDate}</td><td class="date">${reportDate ?? "–"}</td><td>${link(filingIndexUrl, "Filing")} ${link(primaryDocumentUrl, "Document")}</td><td>${status === "processed" ? "in the statements" : ""}</td></tr>\n`,
    );
  const heads = ["Form", "Filed", "Report date", "At the SEC", "Used"];
  return html`<h2 id="filings">Filings</h2>
<div class="scroll" role="region" aria-label="Filings" tabindex="0"><table><caption>Newest filings</caption><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

const link = (href: string | null, text: string): Html =>
  href === null ? nothing : html`<a rel="noopener" href="${href}">${text}</a>`;
