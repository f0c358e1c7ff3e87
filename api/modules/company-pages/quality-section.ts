import { exactText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { reasonTexts } from "../../pages/null-reasons.ts";
import type { DataQuality } from "../data-quality/service.ts";
import type { CompanyData } from "./load-company.ts";

const failuresShown = 12;

const severityTexts = { A: "must hold", B: "lowers the quality", C: "informs" } as const;

/** What the accounting checks found: how far the figures can be relied on. */
export function qualitySection({ quality, profile }: CompanyData): Html {
  if (quality === null) return nothing;
  const { dataQualityLabel, reason, severities, lines, failures } = quality;
  const rows = severities.map(
    ({ severity, run, passedExact, passedRounding, small, failed, passRate }) =>
      html`<tr><th scope="row">Severity ${severity} <span class="soft">${severityTexts[severity]}</span></th>${numbers([run, passedExact, passedRounding, small, failed])}<td class="n">${passRate === null ? "–" : `${passRate}%`}</td></tr>\n`,
  );
  const heads = ["Checked", "Exact", "Rounding", "Small", "Failed", "Pass rate"];
  return html`<h2 id="quality">Data quality: ${dataQualityLabel}</h2>
${reason === null ? nothing : html`<p>${reason}</p>`}
<div class="scroll" role="region" aria-label="Accounting checks" tabindex="0"><table><caption>Accounting checks</caption><thead><tr><th scope="col">Checks</th>${heads.map((head) => html`<th scope="col" class="n">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
${lines === null ? nothing : nullsText(lines)}
${failures.length === 0 ? nothing : failuresTable(failures, profile.entity.id)}`;
}

const numbers = (values: readonly number[]) =>
  values.map((value) => html`<td class="n">${value.toLocaleString("en-US")}</td>`);

function nullsText({ values, nullsByReason }: NonNullable<DataQuality["lines"]>): Html {
  const reasons = Object.entries(nullsByReason).sort(([, a], [, b]) => b - a);
  const items = reasons.map(
    ([reason, count]) =>
      html`<li>${count.toLocaleString("en-US")}: ${reasonTexts[reason as keyof typeof reasonTexts] ?? reason}</li>`,
  );
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  return html`<details><summary>${values.toLocaleString("en-US")} values; ${total.toLocaleString("en-US")} cells without one, each with its reason</summary><ul>${items}</ul></details>`;
}

function failuresTable(failures: DataQuality["failures"], entityId: string): Html {
  const rows = failures
    .slice(0, failuresShown)
    .map(
      ({ check, severity, title, subject, reason, difference, operands }) =>
        html`<tr><th scope="row">${check} ${title}</th><td>${severity}</td><td>${subject}</td><td>${reason}</td><td class="n">${difference === null ? "–" : exactText(difference)}</td><td>${filingLink(operands)}</td></tr>\n`,
    );
  const rest = failures.length - rows.length;
  return html`<details><summary>${failures.length === 1 ? "1 result that does not pass" : `${failures.length} results that do not pass`}</summary><div class="scroll" role="region" aria-label="Results that do not pass" tabindex="0"><table><caption>Results that do not pass</caption><thead><tr><th scope="col">Check</th><th scope="col">Severity</th><th scope="col">Period</th><th scope="col">Why</th><th scope="col" class="n">Difference</th><th scope="col">Filing</th></tr></thead><tbody>${rows}</tbody></table></div>
${rest > 0 ? html`<p><a href="/v2/entities/${entityId}/data-quality">${rest} more as JSON</a></p>` : nothing}</details>`;
}

function filingLink(operands: DataQuality["failures"][number]["operands"]): Html {
  const filedOperand = operands.find(({ filingIndexUrl }) => filingIndexUrl !== null);
  if (!filedOperand?.filingIndexUrl) return nothing;
  return html`<a rel="noopener" href="${filedOperand.filingIndexUrl}">${filedOperand.accessionNumber ?? "filing"}</a>`;
}
