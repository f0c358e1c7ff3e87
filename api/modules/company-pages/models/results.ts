import {
  amountText,
  percentText,
  perShareText,
  priceText,
  rateText,
  type Scale,
  scaleOf,
} from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { flaggedText, whyText } from "#api/pages/null-reasons.ts";
import { figureRow, headRow, scrollTable } from "#api/pages/table.ts";
import { ratioByKey } from "#registry/models/dcf/historical-ratios.ts";
import { beforeSplitCode } from "#registry/models/market/splits.ts";
import type { Sensitivity } from "#registry/models/sensitivity.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { sensitivityTable } from "./sensitivity-table.ts";
import { inWords, whyNothing } from "./words.ts";

type Triple = { low: number | null; mid: number | null; high: number | null };

/** What a model gives, with what to think of it; why there is nothing, where there is nothing. */
export function modelResults(result: ModelResult, sensitivity: Sensitivity | null): Html {
  const { disclaimer } = result;
  const warnings = result.warnings.filter(({ code }) => code !== beforeSplitCode);
  return html`<section id="result" aria-live="polite">
${whyNothing(result)}
${headline(result)}
${splitText(result)}
${marketText(result)}
${rangeTable(result)}
${sensitivityTable(result, sensitivity)}
${rateTable(result)}
${projectionTable(result)}
${stepsTable(result)}
${historyTable(result)}
${sanityTable(result)}
${warnings.length === 0 ? nothing : html`<h2>Notes</h2><ul>${warnings.map(({ message }) => html`<li>${inWords(message, result)}</li>`)}</ul>`}
<p class="soft small">${disclaimer}</p></section>`;
}

/** That values of a past day are of shares before a split; nothing where they are of today's. */
export function splitText({ warnings }: Pick<ModelResult, "warnings">): Html {
  const found = warnings.find(({ code }) => code === beforeSplitCode);
  return found === undefined ? nothing : html`<p role="note">${found.message}</p>`;
}

/** The main result; nothing without one. */
export function headline({ valuationRange, rateResult, perShare }: ModelResult): Html {
  const worth = valuationRange?.fairValuePerShare;
  if (worth?.mid != null) {
    return html`<p class="figure">${priceText(worth.mid)} <span class="soft">${perShare?.unit ?? "a share"}</span></p>
${worth.low === null || worth.high === null ? nothing : html`<p class="soft">Between ${priceText(worth.low)} and ${priceText(worth.high)}, by the edges of the inputs.</p>`}
${receiptText(perShare)}`;
  }
  if (rateResult === null) return nothing;
  return html`<p class="figure">${rateText(rateResult.wacc)} <span class="soft">a year</span></p>`;
}

function receiptText(perShare: ModelResult["perShare"]): Html {
  const receipt = perShare?.receipt;
  if (receipt?.fairValue?.mid == null) return nothing;
  return html`<p>${priceText(receipt.fairValue.mid)} ${receipt.unit}</p>`;
}

/** The price that the value is compared with; nothing where no prices are configured. */
function marketText({ market, currency }: ModelResult): Html {
  const { state, reason, price, pricePerShare, upside } = market;
  if (state === "not_configured") return nothing;
  if (price === null) return html`<p class="soft">${reason ?? ""}</p>`;
  const day = price.date === null ? "" : ` on ${price.date}`;
  const close = `${priceText(price.value)} ${price.currency ?? currency ?? ""}${price.of === "receipt" ? " a receipt" : ""}`;
  const perShare =
    price.of === "receipt" && pricePerShare !== null
      ? ` (${priceText(pricePerShare)} ${currency ?? ""} a share)`
      : "";
  const over = upside?.mid == null ? nothing : html`: upside <b>${percentText(upside.mid)}</b>`;
  return html`<p class="market">Close ${close}${perShare}${day}${over}. <span class="soft">${reason ?? `Source: ${price.source}.`}</span></p>
${carriedText(market, currency)}`;
}

/** How the value came to the day of the price. */
function carriedText({ carried }: ModelResult["market"], currency: string | null): Html {
  if (carried === null) return nothing;
  const { valueDate, priceDate, days, costOfEquity, fairValuePerShare } = carried;
  if (costOfEquity === null || fairValuePerShare.mid === null) return nothing;
  return html`<p class="soft small">The value of ${valueDate ?? ""} is carried ${days ?? ""} days to ${priceDate} at the cost of equity, ${rateText(costOfEquity)} a year: ${priceText(fairValuePerShare.mid)} ${currency ?? ""} a share. The upside compares that with the price.</p>`;
}

const region = (title: string, unit: string, head: Html, rows: readonly Html[]): Html =>
  scrollTable({ title, unit, head, rows });

const row = (label: string, values: readonly (string | Html)[], isTotal = false): Html =>
  figureRow(
    label,
    values.map((text) => html`<td class="n">${text}</td>`),
    isTotal,
  );

const scenarios = ["Low", "Mid", "High"];
const three = ({ low, mid, high }: Triple, text: (value: number) => string): string[] =>
  [low, mid, high].map((value) => (value === null ? "–" : text(value)));

const unitText = (currency: string | null, { words }: Scale) =>
  `${currency ?? "currency not stated"}${words && ` in ${words}`}`;

function rangeTable({ valuationRange: range, currency }: ModelResult): Html {
  if (range === null) return nothing;
  const { enterpriseValue, netDebt, equityValue, fairValuePerShare } = range;
  const amounts = [enterpriseValue, netDebt, equityValue];
  const scale = scaleOf(amounts.flatMap(({ low, mid, high }) => [low, mid, high]).map(Number));
  const money = (value: number) => amountText(value, scale);
  const hasWorth = enterpriseValue.mid !== null;
  return region("Value", unitText(currency, scale), headRow("Amount", scenarios), [
    ...(hasWorth
      ? [
          row("Enterprise value", three(enterpriseValue, money)),
          row("Net debt", three(netDebt, money)),
        ]
      : []),
    row("Equity value", three(equityValue, money), true),
    row("Value per share", three(fairValuePerShare, priceText), true),
  ]);
}

function rateTable({ rateResult: rate }: ModelResult): Html {
  if (rate === null) return nothing;
  const lines: [string, string][] = [
    ["Cost of equity", rateText(rate.costOfEquity)],
    ["Cost of debt after tax", rateText(rate.costOfDebtAfterTax)],
    ["Weight of equity", rateText(rate.weights.equity)],
    ["Weight of debt", rateText(rate.weights.debt)],
    ["Beta", perShareText(rate.beta)],
    ["Weights rest on", rate.weightBasis.replaceAll("_", " ")],
  ];
  return region(
    "Cost of capital",
    "",
    headRow("Part", ["Value"]),
    lines.map(([label, text]) => row(label, [text])),
  );
}

function projectionTable({ dcfDetail, currency, projections }: ModelResult): Html {
  const years = dcfDetail?.projections ?? [];
  if (years.length === 0) return nothing;
  const scale = scaleOf(years.map(({ revenue }) => revenue));
  const money = (value: number) => amountText(value, scale);
  const line = (label: string, key: "revenue" | "ebitda" | "nopat" | "capitalExpenditures") =>
    row(
      label,
      years.map((year) => money(year[key])),
    );
  return region(
    "Projection, middle scenario",
    unitText(currency, scale),
    headRow(
      "Fiscal year",
      years.map(({ fiscalYear }) => fiscalYear),
    ),
    [
      line("Revenue", "revenue"),
      line("EBITDA", "ebitda"),
      line("Operating income after tax", "nopat"),
      line("Capital expenditure", "capitalExpenditures"),
      row(
        "Free cash flow",
        years.map(({ freeCashFlow }) => money(freeCashFlow)),
        true,
      ),
      row(
        "Present value",
        projections.map(({ discountedPresentValue: value }) =>
          value === null ? "–" : money(value),
        ),
      ),
    ],
  );
}

function stepsTable({ steps, currency }: ModelResult): Html {
  if (steps.length === 0) return nothing;
  const amounts = steps.filter(({ unit }) => unit === "money");
  const scale = scaleOf(amounts.flatMap(({ values }) => Object.values(values)));
  const texts = {
    money: (value: number) => amountText(value, scale),
    ratio: rateText,
    multiple: (value: number) => `${perShareText(value)}x`,
  };
  return region(
    "Computation",
    unitText(currency, scale),
    headRow("Step", scenarios),
    steps.map(({ label, unit, values }) => row(label, three(values, texts[unit]))),
  );
}

function historyTable({ historicals, currency }: ModelResult): Html {
  const [first] = historicals;
  if (first === undefined) return nothing;
  const newestFirst = historicals.toReversed();
  const keys = Object.keys(first.values);
  const scale = scaleOf(historicals.flatMap(({ values }) => Object.values(values).map(Number)));
  const heads = newestFirst.map(({ basis, fiscalYear }) => (basis === "TTM" ? "TTM" : fiscalYear));
  const lines = (
    of: "values" | "growth" | "margins",
    textOf: (key: string) => (value: number) => string,
  ) =>
    Object.keys(first[of]).map((key) =>
      row(
        words(key),
        newestFirst.map((year) => historyCell(year, of, key, textOf(key))),
      ),
    );
  const isAdjusted = historicals.some(({ flags }) => Object.values(flags).some(flaggedText));
  const tables: [string, string, Html[]][] = [
    [
      "By year",
      keys.every((key) => /return|cagr/.test(key))
        ? ""
        : unitText(currency, scale) + (isAdjusted ? ", per share after all splits" : ""),
      lines("values", (key) => valueText(scale, key)),
    ],
    ["Growth", "on the year before", lines("growth", () => percentText)],
    ["Margins and returns", "", lines("margins", marginText)],
  ];
  const shown = keys.length === 0 ? tables.slice(1) : tables;
  return html`${shown.flatMap(([title, unit, rows]) => (rows.length === 0 ? [] : [region(title, unit, headRow("Line", heads), rows)]))}`;
}

/** A figure of a historical table, with what a reader must know of it, or why there is none, on pointing at it. */
function historyCell(
  row: ModelResult["historicals"][number],
  block: "values" | "growth" | "margins",
  key: string,
  textOf: (value: number) => string,
): string | Html {
  const isValue = block === "values";
  const value = row[block][key] ?? null;
  const text = value === null ? "–" : textOf(value);
  const said =
    value === null
      ? whyText(row.reasons[isValue ? key : `${block}.${key}`])
      : flaggedText(isValue ? row.flags[key] : []);
  return said === undefined ? text : html`<span title="${said}">${text}</span>`;
}

/** A line of a historical table as its key asks for: rates, figures per share, amounts. */
const valueText = (scale: Scale, key: string) => (value: number) => {
  if (/return|cagr/.test(key)) return percentText(value);
  const isSmall = Math.abs(value) < 10_000 && scale.divisor > 1;
  return isSmall ? perShareText(value) : amountText(value, scale);
};

const marginText = (key: string) =>
  ratioByKey.get(key)?.isMultiple ? (value: number) => `${priceText(value)}x` : percentText;

const shortWords: Readonly<Record<string, string>> = {
  ebitda: "EBITDA",
  ebit: "EBIT",
  eps: "EPS",
  cagr: "growth a year over",
  year: "years",
  nwc: "working capital",
  fcf: "free cash flow",
  capex: "capital expenditure",
  da: "D&A",
  pct: "of",
};

/** "Operating income" for operating_income, "Revenue growth a year over 3 years" for revenue_cagr_3_year. */
function words(key: string): string {
  const text = key
    .split("_")
    .map((word) => shortWords[word] ?? word)
    .join(" ");
  return ratioByKey.get(key)?.label ?? text.replace(/^./, (letter) => letter.toUpperCase());
}

function sanityTable({ sanity }: ModelResult): Html {
  if (sanity.length === 0) return nothing;
  const rows = sanity.map(({ key, label, value, low, high, isOutside, comparedWith }) => {
    const text = isShare(key, label) ? rateText : priceText;
    const usual = [low, high].map((edge) => (edge === null ? "" : text(edge))).join(" to ");
    return html`<tr><th scope="row">${label}<br><span class="soft small">${comparedWith}</span></th><td class="n">${text(value)}</td><td class="n">${usual === " to " ? "–" : usual}</td><td>${isOutside ? html`<b class="warn">outside</b>` : "within"}</td></tr>\n`;
  });
  return html`<h2>What the answer implies</h2>
<div class="scroll" role="region" aria-label="What the answer implies" tabindex="0"><table><caption>Compared with what is usual</caption><thead><tr><th scope="col">Figure</th><th scope="col" class="n">Here</th><th scope="col" class="n">Usual</th><th scope="col">Judged</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

/** Everything but multiples is a share of something. */
const isShare = (key: string, label: string) =>
  !/multiple|ev_|^p[bes]_/.test(key) && !/ \/ |multiple/i.test(label);
