import { type Html, html, nothing } from "#api/pages/html.ts";
import { whyText } from "#api/pages/null-reasons.ts";
import type { ScreenColumn } from "#schemas/screen-metrics.ts";
import { basisWords } from "../page-parts.ts";
import type { LeftOut } from "../queries.ts";

/** Companies that a note names for each metric. */
export const namedMax = 12;

export interface LeftOutOf {
  left: LeftOut;
  /** The metrics of the conditions, in the order of `left.without`. */
  metrics: readonly ScreenColumn[];
  met: number;
  currency: string;
  /** Address of the same screen in all currencies. */
  allCurrencies: string;
}

/** Who is not among those that are met, and why. */
export function leftOutNote({ left, metrics, met, currency, allCurrencies }: LeftOutOf): Html {
  const inOther = left.inOtherCurrency;
  const lacking = metrics.flatMap(({ metric, basis }, at) => {
    const of = left.without[at];
    if (of === undefined || of.companies === 0) return [];
    const named = of.some.map(
      ({ name, slug, reason }) =>
        html`<li><a href="/companies/${slug}">${name}</a> <span class="soft">${whyText(reason) ?? ""}</span></li>`,
    );
    const more = of.companies - of.some.length;
    return [
      html`<li>${of.companies.toLocaleString("en-US")} without ${metric.label}, ${basisWords[basis]}:<ul>${named}${more > 0 ? html`<li class="soft">and ${more.toLocaleString("en-US")} more</li>` : nothing}</ul></li>`,
    ];
  });
  const failing = left.companies - inOther - left.lacking - met;
  if (inOther + failing + lacking.length === 0) return nothing;
  return html`<details><summary>Left out: ${(left.companies - met).toLocaleString("en-US")} of ${left.companies.toLocaleString("en-US")} companies</summary><ul>
${inOther === 0 ? nothing : html`<li>${inOther.toLocaleString("en-US")} that do not report in ${currency}. <a href="${allCurrencies}">Show all currencies</a></li>`}
${failing <= 0 ? nothing : html`<li>${failing.toLocaleString("en-US")} that do not meet the conditions</li>`}${lacking}</ul></details>`;
}
