import type { Deps } from "#api/deps.ts";
import type { StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { amountText, multipleText, percentText, priceText, scaleOf } from "#api/pages/figures.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import { figureCell, figureRow, headRow, scrollTable } from "#api/pages/table.ts";
import { multipleOf } from "#registry/models/market/metrics-priced.ts";
import { measureKeys, multipleKeys, type PeersAnswer } from "#schemas/shapes/models/compared.ts";
import { comparePeersOf } from "../../models/service.ts";
import { baseOf, companyPage, companyTitle, type Frame } from "../company-frame.ts";
import { showSection } from "../show-section.ts";
import { nothingAsked } from "./asked.ts";
import { valuationChoices, valuationPaths } from "./choices.ts";
import { missingMultiples, multipleCell, multipleNames } from "./multiple-words.ts";

/** A page compares so many. */
const comparedMax = 6;

/** The companies that are like a company in industry and size, always as of today. Throws as `showCompany` does. */
export const showPeers = (
  deps: Deps,
  company: string,
  asOf: string | undefined,
): Promise<StoredBytes | WebAnswer> =>
  showSection(deps, company, asOf, {
    section: "valuation",
    path: valuationPaths.peers,
    make: async ({ profile, frame }) => {
      const of = { entityId: profile.entity.id, viewer: null };
      return peersMarkup(frame, await comparePeersOf(deps, { ...of, earnings: "normalised" }));
    },
  });

type Measure = (typeof measureKeys)[number];
type Row = PeersAnswer["company"];

const measureNames: Readonly<Record<Measure, string>> = {
  revenue_growth: "Growth",
  ebitda_margin: "EBITDA margin",
  operating_margin: "Operating margin",
  net_margin: "Net margin",
  return_on_equity: "Return on equity",
  capex_pct_revenue: "Capex / revenue",
  net_debt_to_ebitda: "Net debt / EBITDA",
};

const measureText = (key: Measure, value: number) =>
  key === "net_debt_to_ebitda" ? multipleText(value) : percentText(value);

function peersMarkup(frame: Frame, answer: PeersAnswer): string {
  const { id, name } = frame.profile.entity;
  const { day } = frame;
  const { rule, stateReason } = answer;
  const body = html`<h1>Peers</h1>
${valuationChoices(frame, "peers", nothingAsked)}
${stateReason === null ? nothing : html`<p role="status">${stateReason.message}</p>`}
${measureTable(frame, answer)}
<p class="soft small">${rule} Figures are of the newest twelve months, growth of the newest fiscal year.${compareLink(frame, answer)}</p>
${answer.peers.length === 0 ? nothing : multiplesOf(frame, answer)}
<p class="small"><a href="/v2/entities/${id}/multiples/peers">Peers as JSON</a></p>`;
  return companyPage(frame, {
    title: "Peers",
    body,
    ...(day === undefined ? {} : { refusal: `Peers are those of today, not of ${day}.` }),
    description: `Companies like ${name} in industry and size, with their growth, margins and multiples.`,
  });
}

/** The company first, then its peers, then their middle. */
function rowsOf(
  frame: Frame,
  { company, peers }: PeersAnswer,
  cellsOf: (row: Row) => readonly Html[],
): Html[] {
  return [
    figureRow(companyTitle(frame), cellsOf(company), true),
    ...peers.map((peer) =>
      figureRow(
        html`<a href="/companies/${peer.slug}" title="${peer.why}">${peer.name}</a>`,
        cellsOf(peer),
      ),
    ),
  ];
}

function measureTable(frame: Frame, answer: PeersAnswer): Html {
  const { company, peers, usualMeasures, currency } = answer;
  const scale = scaleOf([company, ...peers].map(({ revenue }) => revenue ?? 0));
  const cell = (key: Measure, value: number | null, why: string) =>
    figureCell(value === null ? null : measureText(key, value), why);
  const rows = rowsOf(frame, answer, ({ balanceSheetDate, revenue, measures }) => [
    figureCell(balanceSheetDate),
    figureCell(revenue === null ? null : amountText(revenue, scale)),
    ...measureKeys.map((key) =>
      cell(key, measures[key], "Not filed, or without meaning for this company."),
    ),
  ]);
  const median = measureKeys.map((key) =>
    cell(key, usualMeasures[key]?.median ?? null, "Fewer than three peers have it."),
  );
  const few =
    peers.length === 0
      ? []
      : [figureRow("Median of the peers", [html`<td colspan="2"></td>`, ...median])];
  return scrollTable({
    title: "Growth, margins and returns",
    unit: `${currency ?? ""}${scale.words && ` in ${scale.words}`}`,
    head: headRow("Company", [
      "Balance sheet",
      "Revenue",
      ...measureKeys.map((key) => measureNames[key]),
    ]),
    rows: [...rows, ...few],
  });
}

const multiplesOf = (frame: Frame, answer: PeersAnswer): Html =>
  answer.market === "available"
    ? multipleTable(frame, answer)
    : html`<p class="soft small">The service has no daily closes (setting <code>PRICES_URL</code>), and so no multiples of peers.</p>`;

function multipleTable(frame: Frame, answer: PeersAnswer): Html {
  const { usualMultiples, implied, reasons, currency } = answer;
  const rows = rowsOf(frame, answer, (row) => multipleKeys.map((key) => multipleCell(key, row)));
  const usualCells = (of: "median" | "mean") =>
    multipleKeys.map((key) => {
      const usual = usualMultiples[key];
      return figureCell(usual === null ? null : multipleText(usual[of]), reasons[key]);
    });
  const values = multipleKeys.flatMap((key) => {
    const value = implied[key];
    if (value?.fairValuePerShare.mid == null) return [];
    const { low, mid, high } = value.fairValuePerShare;
    const address = `${baseOf(frame)}/models/${multipleOf[key].templateKey}`;
    const cells = [low, mid, high, value.fairValueAtMean].map((one) =>
      figureCell(one === null ? null : priceText(one)),
    );
    return [figureRow(html`<a href="${address}">${multipleNames[key]}</a>`, cells)];
  });
  const byPeers =
    values.length === 0
      ? nothing
      : scrollTable({
          title: "What the peers' multiples make of the company's own figures",
          unit: `${currency ?? ""} a share`,
          head: headRow("Multiple", ["Lower quarter", "Median", "Upper quarter", "Mean"]),
          rows: values,
        });
  return html`${scrollTable({
    title: "Multiples",
    head: headRow(
      "Company",
      multipleKeys.map((key) => multipleNames[key]),
    ),
    rows: [
      ...rows,
      figureRow("Median of the peers", usualCells("median")),
      figureRow("Mean of the peers", usualCells("mean")),
    ],
  })}${missingMultiples(reasons)}${byPeers}`;
}

/** The way to the page that compares, with as many as it takes. */
function compareLink({ profile }: Frame, { peers }: PeersAnswer): Html {
  if (peers.length === 0) return nothing;
  const tickers = [profile.entity.slug, ...peers.slice(0, comparedMax - 1).map(({ slug }) => slug)];
  const address = `/compare${queryText({ tickers: tickers.join(",") })}`;
  return html` <a href="${address}">Compare over the years</a>`;
}
