import { formulasOf } from "#registry/models/formulas.ts";
import type { Filing } from "#registry/models/inputs/year-row.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { Provenance } from "#schemas/shapes/models/assumption.ts";
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
    ...formulaLines(exported),
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

/** Characters of a row that is as wide as the sheet. */
const rowWidth = 150;
const rowHeight = 15;

/** Every line in words, by the formulas that compute it and stand in the sheets. */
function formulaLines({ model }: ExportedModel): Line[] {
  const told =
    model.template.family === "historical"
      ? pastFormulas
      : formulasOf(model).map(({ label, formula }) => `${label} = ${formula}`);
  return told.map((line) => ({
    cells: () => [text(line)],
    mergedTo: columns,
    height: rowHeight * Math.ceil(line.length / rowWidth),
  }));
}

const pastFormulas = [
  "Growth = value ÷ value of the year before − 1, where that was above zero",
  "Return on equity = net income ÷ mean of opening and closing equity",
  "Return on invested capital = operating income × (1 − tax) ÷ mean of opening and closing debt + equity − cash",
];
