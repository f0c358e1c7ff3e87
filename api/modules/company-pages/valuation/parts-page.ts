import type { Deps } from "#api/deps.ts";
import type { StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { amountText, multipleText, percentText, priceText, scaleOf } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { figureCell, figureRow, headRow, scrollTable } from "#api/pages/table.ts";
import type { PartsAnswer } from "#schemas/shapes/models/valuation.ts";
import { sumParts, today } from "../../models/service.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import { type SectionPage, type Shown, showAnew, showSection } from "../show-section.ts";
import { type AskedValuation, isUnasked, priceQuery, readAsked } from "./asked.ts";
import { valuationChoices, valuationPaths } from "./choices.ts";
import { type AskedParts, readParts } from "./parts-asked.ts";
import { priceBody } from "./price-body.ts";
import type { PartsQuery } from "./schemas.ts";

/**
 * What the parts of a company are worth together, at the mean multiple of its industry or at those of the address, which
 * is made anew each time. A multiple that is refused is told, with status 400. Throws 400 for a part that is not there, and
 * as `showCompany` does.
 */
export async function showParts(
  deps: Deps,
  company: string,
  { asOf, price, priceOf, ...fields }: PartsQuery,
): Promise<StoredBytes | WebAnswer> {
  const asked = readAsked({ price, priceOf }, asOf || today(deps));
  const parts = readParts(fields);
  const page: SectionPage = {
    section: "valuation",
    path: valuationPaths.parts,
    query: priceQuery(asked),
    make: (shown) => make(shown, asked, parts),
  };
  if (isUnasked(asked) && parts.isEmpty) return showSection(deps, company, asOf, page);
  const isRefused = asked.problem !== null || parts.problem !== null;
  return showAnew(deps, company, asOf, { ...page, status: isRefused ? 400 : 200 });
}

async function make(
  { deps, profile, frame }: Shown,
  asked: AskedValuation,
  parts: AskedParts,
): Promise<string> {
  const { multiples, restMultiple } = parts;
  const body = {
    ...priceBody(asked.price),
    multiples: Object.fromEntries(multiples),
    restMultiple,
  };
  const of = { entityId: profile.entity.id, asOf: frame.day, viewer: null };
  const answer = await sumParts(deps, { ...of, body });
  return partsMarkup(frame, { answer, asked, parts });
}

interface ShownParts {
  answer: PartsAnswer;
  asked: AskedValuation;
  parts: AskedParts;
}

const metricNames = { operating_income: "Operating income", revenue: "Revenue" } as const;

function partsMarkup(frame: Frame, { answer, asked, parts }: ShownParts): string {
  const { id, name } = frame.profile.entity;
  const { stateReason } = answer;
  const why = parts.problem ?? asked.problem;
  const body = html`<h1>Sum of the parts</h1>
${valuationChoices(frame, "parts", asked)}
${why === null ? nothing : html`<p role="alert">${why}</p>`}${stateReason === null ? nothing : html`<p role="status">${stateReason.message}</p>`}
${answer.parts.length === 0 ? nothing : html`${worthText(answer)}${partsForm(frame, { answer, asked, parts })}`}
<p class="small">As data: <code>POST /v2/entities/${id}/sum-of-parts</code></p>`;
  return companyPage(frame, {
    title: "Sum of the parts",
    body,
    description: `What the segments of ${name} are worth, each at its own multiple.`,
  });
}

/** The value of a share, and the price beside it. */
function worthText(answer: PartsAnswer): Html {
  const { fairValuePerShare, currency, market, warnings } = answer;
  const { low, mid, high } = fairValuePerShare;
  if (mid === null) return nothing;
  const price = market.pricePerShare;
  const upside = market.upside?.mid ?? null;
  const beside =
    price === null || upside === null
      ? nothing
      : html`<p class="market">Beside a price of <b>${priceText(price)} ${currency ?? ""}</b>: upside <b>${percentText(upside)}</b>.${market.carried === null ? "" : ` The value is carried to ${market.carried.priceDate} for it.`}</p>`;
  return html`<p class="figure">${priceText(mid)} <span class="soft">${currency ?? ""} a share</span></p>
<p class="soft">Between ${priceText(low ?? mid)} and ${priceText(high ?? mid)}, with multiples a tenth lower and higher.</p>${warnings.map(({ message }) => html`<p role="note">${message}</p>\n`)}${beside}\n`;
}

function partsForm(frame: Frame, { answer, asked, parts: typed }: ShownParts): Html {
  const { parts, rest, metric, period, currency, defaultMultiple } = answer;
  const { enterpriseValue, netDebt, equityValue, balanceSheetDate } = answer;
  const amounts = [
    ...parts.flatMap((part) => [part.value, part.enterpriseValue]),
    equityValue ?? 0,
  ];
  const scale = scaleOf(amounts);
  const money = (value: number | null) =>
    figureCell(value === null ? null : amountText(value, scale));
  const field = (label: string, name: string, multiple: number, text: string) =>
    html`<td class="n"><input class="cell" inputmode="decimal" autocomplete="off" maxlength="20" name="${name}" aria-label="Multiple of ${label}" value="${text}" placeholder="${multipleText(multiple)}"></td>`;
  const blank = html`<td></td>`;
  const rows = parts.map(({ id, label, value, multiple, enterpriseValue: worth }) =>
    figureRow(html`${label}<input type="hidden" name="part" value="${id}">`, [
      money(value),
      field(label, "multiple", multiple, typed.texts.get(id) ?? ""),
      money(worth),
    ]),
  );
  const restName = "Not of any part";
  const whole = [
    ...(rest === null
      ? []
      : [
          figureRow(restName, [
            money(rest.value),
            field(restName, "restMultiple", rest.multiple, typed.restText),
            money(rest.enterpriseValue),
          ]),
        ]),
    figureRow("Enterprise value", [blank, blank, money(enterpriseValue)], true),
    figureRow("Net debt", [blank, blank, money(netDebt)]),
    figureRow("Equity value", [blank, blank, money(equityValue)], true),
  ];
  const address = `${baseOf(frame)}${valuationPaths.parts}`;
  const day = frame.day === undefined ? nothing : hidden("asOf", frame.day);
  const price = Object.entries(priceQuery(asked)).map(([name, value]) => hidden(name, value ?? ""));
  return html`<form action="${address}">${day}${price}${scrollTable({
    title: "Parts",
    unit: `${currency ?? ""}${scale.words && ` in ${scale.words}`}`,
    head: headRow("Part", [
      metric === null ? "Figure" : `${metricNames[metric]}, ${period?.key ?? ""}`,
      "Multiple",
      "Value",
    ]),
    rows: [...rows, ...whole],
  })}<p class="acts"><button class="first">Recompute</button>${typed.isEmpty ? nothing : html` <a class="button" href="${address}${dayText(frame)}">Back to the defaults</a>`}</p></form>
<p class="soft small">Figures of the parts are those of <a href="${baseOf(frame)}/filings/${period?.accession ?? ""}${dayText(frame)}">the ${period?.form ?? ""} of the fiscal year to ${period?.end ?? ""}</a>, net debt and shares of ${balanceSheetDate ?? "no day"}. A part without a multiple takes ${multipleText(defaultMultiple?.value ?? 0)} (${defaultMultiple?.note ?? "a default"}), what is of no part the mean of the parts. A loss counts against the others.</p>\n`;
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;
