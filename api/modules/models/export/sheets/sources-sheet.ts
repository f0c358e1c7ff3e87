import type { Provenance } from "#registry/models/answers/provenance.ts";
import type { Filing } from "#registry/models/inputs/year-row.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import { type Cell, type Format, fact, serialOf, text } from "../cells.ts";
import { type ExportedModel, formatOf, titleOf } from "../exported.ts";
import { blank, frame, heading, type Line, layOut, type Sheet } from "../sheet.ts";

const columns = 7;

/** Filings behind the numbers, the reference data, what each formula is, and the disclaimer in full. */
export function sourcesSheet(exported: ExportedModel): Sheet {
  const { result } = exported;
  const { rows } = layOut([
    ...frame(titleOf(exported), result.disclaimer, columns),
    ...filingLines(exported),
    ...inputLines(exported),
    ...referenceLines(exported),
    heading("How each number is computed"),
    ...(glossary[exported.model.template.family] ?? []).map(([term, meaning]) => ({
      cells: () => [text(term), text(meaning, "note")],
    })),
    blank,
    { cells: () => [text("Generated at"), text(exported.generatedAt)] },
    heading("Disclaimer"),
    { cells: () => [text(result.disclaimer, "disclaimer")], mergedTo: columns, height: 45 },
  ]);
  return {
    name: "Sources & Disclaimer",
    rows,
    widths: [34, 26, 34, 18, 14, 24, 14],
    frozen: null,
    headerRow: null,
    hasGridlines: true,
  };
}

const provenances = ({ result }: ExportedModel): Provenance[] =>
  result.assumptions.flatMap(({ provenance }) => (provenance === null ? [] : [provenance]));

/** Of the inputs; historical tables have none, and rest on the filings of their columns. */
function filingsOf(exported: ExportedModel): Filing[] {
  const { template, facts } = exported.model;
  if (template.family !== "historical") return provenances(exported);
  const { trailing, balance, years } = facts;
  const isTrailing = exported.result.historicals.at(-1)?.basis === "TTM";
  const latest = isTrailing ? [...Object.values(trailing), ...Object.values(balance)] : [];
  const provenance = latest.flatMap((one) => (one?.provenance == null ? [] : [one.provenance]));
  return [...years.flatMap(({ filings }) => filings), ...provenance];
}

function filingLines(exported: ExportedModel): Line[] {
  const filings = new Map<string, { form: string; filed: string }>();
  for (const { accessionNumber, form, filedDate } of filingsOf(exported)) {
    filings.set(accessionNumber, { form, filed: filedDate });
  }
  const statements = exported.model.facts.anchors;
  if (filings.size === 0 && statements === null) {
    return [heading("Filings"), { cells: () => [text("none")] }, blank];
  }
  return [
    heading("Filings"),
    {
      cells: () =>
        ["Accession number", "Form", "Address", "Filed"].map((title) => text(title, "header")),
    },
    ...[...filings].map(([accession, { form, filed }]) => ({
      cells: () => [text(accession), text(form), addressOf(exported, accession), dateOf(filed)],
    })),
    blank,
  ];
}

/** The filing's index page at the regulator; nothing for what was not filed there. */
function addressOf({ company: { cik } }: ExportedModel, accession: string): Cell {
  const address = cik === null ? null : filingIndexUrl({ cik, accession });
  if (address === null) return text("");
  return { kind: "text", text: address, look: "label", link: address };
}

const dateOf = (date: string): Cell | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? fact(serialOf(date), "date") : null;

/** What a computed input was computed from, fact by fact. */
function inputLines({ result }: ExportedModel): Line[] {
  const rows = result.assumptions.flatMap((one) =>
    (one.provenance?.inputs ?? []).map((from) => ({ one, from })),
  );
  if (rows.length === 0) return [];
  const format = (metric: string): Format =>
    /share/i.test(metric) ? "count" : formatOf({ key: metric, unit: "currency" });
  return [
    heading("What computed inputs rest on"),
    {
      cells: () =>
        ["Input", "", "From", "Value", "Period end", "Accession number"].map((title) =>
          text(title, "header"),
        ),
    },
    ...rows.map(({ one, from }) => ({
      cells: () => [
        text(one.key),
        null,
        text(from.metricKey),
        fact(from.value, format(from.metricKey)),
        dateOf(from.periodEnd),
        text(from.accessionNumber),
      ],
    })),
    blank,
  ];
}

function referenceLines({ model: { reference } }: ExportedModel): Line[] {
  return [
    heading("Reference data"),
    { cells: () => [text("Source"), text(reference.source)] },
    {
      cells: () => [
        text("Address"),
        { kind: "text", text: reference.sourceUrl, look: "label", link: reference.sourceUrl },
      ],
    },
    { cells: () => [text("As of"), text(reference.asOf)] },
    { cells: () => [text("Version"), text(reference.version)] },
    blank,
  ];
}

type Entry = readonly [term: string, meaning: string];

const bridge: readonly Entry[] = [
  ["Net debt", "Total debt + other claims − cash − other non-operating assets"],
  ["Equity value", "Enterprise value − net debt"],
  ["Fair value per share", "Equity value / diluted shares"],
];

const glossary: Readonly<Record<string, readonly Entry[]>> = {
  dcf: [
    ["Revenue", "Revenue of the year before × (1 + growth)"],
    ["EBIT", "EBITDA + other income − D&A"],
    ["Pro-forma taxes", "Tax rate × EBIT where that is positive; none on losses"],
    ["NOPAT", "EBIT − pro-forma taxes"],
    ["Free cash flow", "NOPAT + D&A − capital expenditures − net working capital investment"],
    [
      "Discount period",
      "Middle of each fiscal year, counted from the valuation date in fiscal years",
    ],
    ["Discount factor", "1 / (1 + r)^t; the terminal period is the last one plus 0.5"],
    ["Terminal value, growth", "Free cash flow × (1 + g) / (r − g)"],
    ["Terminal value, exit", "EBITDA or revenue of the last year × exit multiple"],
    [
      "Low scenario",
      "Highest discount rate with the lowest growth or multiple; high the other way round",
    ],
    ...bridge,
  ],
  multiples: [
    [
      "Value",
      "Multiple × metric: enterprise value for EV multiples, equity value for price multiples",
    ],
    ...bridge,
  ],
  cost_of_capital: [
    ["Levered beta", "Unlevered beta × (1 + (1 − tax) × debt / equity)"],
    ["Cost of equity", "Risk-free rate + beta × equity risk premium + additional premium"],
    ["Cost of debt", "Interest over average debt within limits, × (1 − tax)"],
    ["WACC", "Weight of equity × cost of equity + weight of debt × cost of debt after tax"],
  ],
  earnings_power: [
    ["Adjusted earnings", "Normalised EBIT × (1 − tax) + D&A − maintenance capital expenditures"],
    ["Earnings power value", "Adjusted earnings / discount rate"],
    ["Excess cash", "Cash above what operations need"],
    ...bridge,
  ],
  equity: [
    ["Excess return", "(Return on equity − cost of equity) × opening book value"],
    ["Dividends", "Dividends of the year before × (1 + growth), which falls to the long run"],
    [
      "Funds from operations",
      "Net income to common + D&A + impairments − gains on sales of property",
    ],
    ["Fair value per share", "Equity value / diluted shares"],
  ],
  historical: [
    ["Growth", "Value / value of the year before − 1, where that was above zero"],
    ["Return on equity", "Net income / mean of opening and closing equity"],
    [
      "Return on invested capital",
      "Operating income × (1 − tax) / mean of opening and closing debt + equity − cash",
    ],
  ],
};
