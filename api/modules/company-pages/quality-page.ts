import { exactText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { reasonTexts } from "../../pages/null-reasons.ts";
import type { DataQuality } from "../data-quality/service.ts";
import { companyPage, type Frame } from "./company-frame.ts";

const failuresShown = 200;

const severityTexts = { A: "must hold", B: "lowers the quality", C: "informs" } as const;

/** What the accounting checks found of a company, as a page: how far its figures can be relied on. */
export function qualityMarkup(frame: Frame, quality: DataQuality): string {
  const { day } = frame;
  return companyPage(frame, {
    title: "Quality",
    body: html`<h1>Data quality: ${quality.dataQualityLabel}</h1>
${checksText(quality, frame.profile.entity.id)}
<p class="small"><a href="/v2/entities/${frame.profile.entity.id}/data-quality">Data quality as JSON</a></p>`,
    ...(day === undefined
      ? {}
      : { refusal: `The checks are of what is known today, not on ${day}.` }),
    description: `How far the figures of ${frame.profile.entity.name} add up, and what does not.`,
  });
}

function checksText({ reason, severities, lines, failures }: DataQuality, entityId: string): Html {
  const rows = severities.map(
    ({ severity, run, passedExact, passedRounding, small, failed, passRate }) =>
      html`<tr><th scope="row">Severity ${severity} <span class="soft">${severityTexts[severity]}</span></th>${numbers([run, passedExact, passedRounding, small, failed])}<td class="n">${passRate === null ? "–" : `${passRate}%`}</td></tr>\n`,
  );
  const heads = ["Checked", "Exact", "Rounding", "Small", "Failed", "Pass rate"];
  return html`${reason === null ? nothing : html`<p>${reason}</p>`}
<div class="scroll" role="region" aria-label="Accounting checks" tabindex="0"><table><caption>Accounting checks</caption><thead><tr><th scope="col">Checks</th>${heads.map((head) => html`<th scope="col" class="n">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
${failures.length === 0 ? nothing : failuresTable(failures, entityId)}
${lines === null ? nothing : nullsText(lines)}`;
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
  return html`<h2>Cells without a value</h2>
<p>${values.toLocaleString("en-US")} values stand in the statements. ${total.toLocaleString("en-US")} cells have none, each with its reason:</p><ul>${items}</ul>`;
}

function failuresTable(failures: DataQuality["failures"], entityId: string): Html {
  const rows = failures
    .slice(0, failuresShown)
    .map(
      ({ check, severity, title, subject, reason, difference, operands }) =>
        html`<tr><th scope="row">${check} ${title}</th><td>${severity}</td><td>${subject}</td><td>${reason}</td><td class="n">${difference === null ? "–" : exactText(difference)}</td><td>${filingLink(operands)}</td></tr>\n`,
    );
  const rest = failures.length - rows.length;
  return html`<h2>What does not add up</h2><div class="scroll" role="region" aria-label="Results that do not pass" tabindex="0"><table><caption>Results that do not pass</caption><thead><tr><th scope="col">Check</th><th scope="col">Severity</th><th scope="col">Period</th><th scope="col">Why</th><th scope="col" class="n">Difference</th><th scope="col">Filing</th></tr></thead><tbody>${rows}</tbody></table></div>
${rest > 0 ? html`<p><a href="/v2/entities/${entityId}/data-quality">${rest} more as JSON</a></p>` : nothing}`;
}

function filingLink(operands: DataQuality["failures"][number]["operands"]): Html {
  const filedOperand = operands.find(({ filingIndexUrl }) => filingIndexUrl !== null);
  if (!filedOperand?.filingIndexUrl) return nothing;
  return html`<a rel="noopener" href="${filedOperand.filingIndexUrl}">${filedOperand.accessionNumber ?? "filing"}</a>`;
}
