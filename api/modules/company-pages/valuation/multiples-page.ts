import type { Deps } from "#api/deps.ts";
import type { StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { amountText, multipleText, priceText, scaleOf } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { sparkline } from "#api/pages/sparkline.ts";
import { figureCell, figureRow, scrollTable } from "#api/pages/table.ts";
import {
  type MultipleKey,
  type MultiplesHistory,
  multipleKeys,
} from "#schemas/shapes/models/compared.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { loadPricedModel, multiplesHistory, today, tryOverrides } from "../../models/service.ts";
import { companyPage, type Frame } from "../company-frame.ts";
import { splitText } from "../models/results.ts";
import { type SectionPage, type Shown, showAnew, showSection } from "../show-section.ts";
import { type AskedValuation, isUnasked, priceQuery, readAsked } from "./asked.ts";
import { valuationChoices, valuationPaths } from "./choices.ts";
import { missingMultiples, multipleCell, multipleNames } from "./multiple-words.ts";
import { priceForm } from "./price-form.ts";
import type { PriceQuery } from "./schemas.ts";

/**
 * The multiples of a company over its own years: at the closes of their ends, or all at the price of the address, which
 * is made anew each time. A price that is refused is told beside its field, with status 400. Throws as `showCompany` does.
 */
export async function showMultiples(
  deps: Deps,
  company: string,
  { asOf, ...query }: PriceQuery,
): Promise<StoredBytes | WebAnswer> {
  const asked = readAsked(query, asOf || today(deps));
  const page: SectionPage = {
    section: "valuation",
    path: valuationPaths.multiples,
    query: priceQuery(asked),
    make: (shown) => make(shown, asked),
  };
  if (isUnasked(asked)) return showSection(deps, company, asOf, page);
  return showAnew(deps, company, asOf, { ...page, status: asked.problem === null ? 200 : 400 });
}

async function make({ deps, profile, frame }: Shown, asked: AskedValuation): Promise<string> {
  const of = { entityId: profile.entity.id, asOf: frame.day };
  const { price } = asked;
  const body = price === null ? {} : { price: price.value, priceOf: price.of };
  const history = await multiplesHistory(deps, {
    ...of,
    viewer: null,
    earnings: "normalised",
    body,
  });
  const model = await loadPricedModel(deps, { ...of, templateKey: "pe_multiples" });
  const { result } = tryOverrides(model, []);
  return multiplesMarkup(frame, { history, asked, result });
}

type HistoryRow = MultiplesHistory["rows"][number];

interface ShownHistory {
  history: MultiplesHistory;
  asked: AskedValuation;
  /** A model of the company, which says what a price is of. */
  result: ModelResult;
}

function multiplesMarkup(frame: Frame, { history, asked, result }: ShownHistory): string {
  const form = priceForm(frame, { path: valuationPaths.multiples, asked, result });
  const { id, name } = frame.profile.entity;
  const body = html`<h1>Own multiples</h1>
${valuationChoices(frame, "multiples", asked)}${form}<p class="soft small">${pricesText(asked, history)} Earnings are without one-off charges. Shares and prices are those of ${frame.day === undefined ? "today's shares" : `the shares of ${frame.day}`}: splits ${frame.day === undefined ? "since" : "up to it"} are taken into both.</p>
${splitText(result)}
${history.rows.length === 0 ? html`<p role="status">No figures of this company are at hand.</p>` : historyTable(history, asked.price === null)}
<p class="small">As data: <code>POST /v2/entities/${id}/multiples/history</code></p>`;
  return companyPage(frame, {
    title: "Own multiples",
    body,
    description: `What ${name} was priced at over its own years, in multiples of revenue, earnings and book value.`,
  });
}

function pricesText({ price }: AskedValuation, { market }: MultiplesHistory): string {
  if (price !== null) {
    return "Each year is shown at your price, as what it would pay for the figures of that year. It is no history of what was paid, so there is no trend and no median.";
  }
  return market === "available"
    ? "Each year is valued at the close of its last day, the newest column at the newest close."
    : "The service has no daily closes. With a price, each year is valued at it.";
}

/** Multiples by year. With `isPast` each year has its own close, and the table shows trend and median. */
function historyTable(history: MultiplesHistory, isPast: boolean): Html {
  const rows = history.rows.toReversed();
  const scale = scaleOf(
    rows.flatMap(({ marketValue, netDebt }) => [marketValue ?? 0, netDebt ?? 0]),
  );
  const money = (value: number) => amountText(value, scale);
  const inScale = scale.words && `, ${scale.words}`;
  const line = (name: string, textOf: (row: HistoryRow) => string | null) => {
    const [newest, ...years] = rows.map((row) => figureCell(textOf(row)));
    const between = isPast ? [blank, blank, blank] : [];
    return figureRow(name, [...(isPast ? [blank] : []), newest ?? blank, ...between, ...years]);
  };
  const lines = [
    line("Price", ({ pricePerShare: value }) => (value === null ? null : priceText(value))),
    line(`Market value${inScale}`, ({ marketValue: value }) =>
      value === null ? null : money(value),
    ),
    line(`Net debt${inScale}`, ({ netDebt: value }) => (value === null ? null : money(value))),
  ];
  const multiples = multipleKeys.map((key) => {
    const trend = html`<td>${sparkline(history.rows.map((row) => row.multiples[key]))}</td>`;
    const [newest, ...years] = rows.map((row) => multipleCell(key, row));
    const cells = isPast
      ? [trend, newest ?? blank, ...usualCells(key, history), ...years]
      : [newest ?? blank, ...years];
    return figureRow(multipleNames[key], cells);
  });
  const years = rows.map(({ basis, fiscalYear }) => (basis === "TTM" ? "TTM" : (fiscalYear ?? "")));
  const heads = isPast
    ? [years[0] ?? "", "Median", "Mean", "Middle half", ...years.slice(1)]
    : years;
  return html`${scrollTable({
    title: "Multiples by fiscal year",
    unit: history.currency ?? "",
    head: html`<tr><th scope="col">Figure</th>${isPast ? html`<th scope="col">Trend</th>` : nothing}${heads.map((text) => html`<th scope="col" class="n">${text}</th>`)}</tr>`,
    rows: [...lines, ...multiples],
  })}${rows.map((row, at) => missingMultiples(row.reasons, `${years[at] ?? ""}: `))}`;
}

const blank = html`<td></td>`;

/** The middle and the mean of the fiscal years, and the quarters beside it. */
function usualCells(key: MultipleKey, { usual }: MultiplesHistory): Html[] {
  const of = usual[key];
  const texts =
    of === null
      ? [null, null, null]
      : [
          multipleText(of.median),
          multipleText(of.mean),
          `${multipleText(of.lowerQuartile)} to ${multipleText(of.upperQuartile)}`,
        ];
  return texts.map((text) => figureCell(text, "Fewer than three years have this multiple."));
}
