import type {
  Calculation,
  FiledReport,
  FiledStatement,
  ReportSource,
} from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import { readCover } from "../../facts/document-cover.ts";
import { dayBefore } from "../../facts/iso-date.ts";
import type { RawInstance } from "../../facts/xbrl/raw-instance.ts";
import { coverTexts, namedCompanies } from "../../facts/xbrl/xbrl-instance.ts";
import type { Row } from "../columns/column.ts";
import { printedCells } from "../columns/printed-cells.ts";
import { currencyOf, linesOfRow } from "../model/lines.ts";
import { domainsOf } from "./domains.ts";
import { elementNames, type Parts } from "./element-names.ts";
import { type InstanceCell, type InstanceCells, instanceCells } from "./instance-cells.ts";
import { type Labels, labelsOf, labelUse } from "./labels.ts";
import { networksOf, type Relation } from "./networks.ts";
import { reportElements } from "./report-elements.ts";
import { inFiledOrder, printedRows, type RoleReading, readRole } from "./role-reading.ts";

/** What is known of the filing from elsewhere. */
export interface KnownReport {
  accession: string;
  /** Ten digits; null takes the instance's word. */
  cik: string | null;
  form: string | null;
}

export interface ReportOptions {
  /** Whether notes and schedules are read as statements of kind `other`. */
  notes: boolean;
}

/** The facts that a report is made of: all numbers, and the texts that are no whole notes. */
export function isReported(tag: string, isNumber: boolean): boolean {
  return isNumber || !/(?:TextBlock|Policy)$/.test(tag) || tag.startsWith("dei:");
}

const problemsMax = 200;
/** Far above the largest filings (about 10,000). */
const rowsMax = 200_000;

/** A report of the facts of a filing and its schema and linkbases. Throws ParseError for facts of another company. */
export function assembleReport(
  raw: RawInstance,
  parts: Parts,
  about: { known: KnownReport; source: ReportSource; options: ReportOptions; problems: string[] },
): FiledReport {
  const { known, source, options, problems } = about;
  const cover = readCover(coverTexts(raw));
  const cik = companyOf(raw, known, cover.cik);
  const names = elementNames(parts);
  const labels = labelsOf(parts, names);
  const cells = instanceCells(raw, problems);
  const presentation = networksOf(parts, "presentation", names, problems);
  const readings = readRoles(presentation, parts, cells, problems);
  const statements = toStatements(readings, cells, labels).filter(
    ({ kind, lines }) =>
      lines.some(({ values }) => values.length > 0) && (options.notes || kind !== "other"),
  );
  const calculations = calculationsOf(
    networksOf(parts, "calculation", names, problems),
    statements,
  );
  const domains = domainsOf(
    networksOf(parts, "definition", names, problems),
    presentation,
    statements,
  );
  return {
    accession: known.accession,
    cik,
    form: known.form ?? cover.documentType ?? "Other",
    period: cover.periodEndDate,
    currency: currencyOf(statements),
    source,
    statements,
    calculations,
    domains,
    elements: reportElements({ statements, calculations, domains }, { names, labels, cells }),
    problems: problems.slice(0, problemsMax),
  };
}

/** A joint filing names each of its companies. */
function companyOf(
  raw: RawInstance,
  { cik, accession }: KnownReport,
  onCover: string | null,
): string {
  const named = namedCompanies(raw);
  const [first] = named;
  if (first === undefined) throw new ParseError(`${accession}: the instance names no CIK`);
  if (cik !== null && !named.has(cik)) {
    throw new ParseError(`${accession}: the instance is of CIK ${first}, not ${cik}`);
  }
  return cik ?? onCover ?? first;
}

function readRoles(
  networks: ReadonlyMap<string, Relation[]>,
  parts: Parts,
  cells: InstanceCells,
  problems: string[],
): RoleReading[] {
  const definitionOf = (uri: string) => {
    for (const { roles } of parts.values()) {
      const definition = roles.get(uri);
      if (definition !== undefined) return definition;
    }
    return null;
  };
  const readings: RoleReading[] = [];
  let rows = 0;
  for (const [uri, relations] of networks) {
    const reading = readRole(uri, definitionOf(uri), relations, cells, problems);
    rows += reading.rows.length;
    if (rows > rowsMax) throw new ParseError(`the presentation has more than ${rowsMax} rows`);
    readings.push(reading);
  }
  return inFiledOrder(readings);
}

function toStatements(
  readings: readonly RoleReading[],
  cells: InstanceCells,
  labels: Labels,
): FiledStatement[] {
  const isElsewhere = elsewhereTest(readings);
  return readings.map((reading, place) => {
    const { uri, role, axes } = reading;
    const printed = printedRows(reading, cells);
    const uses = printed.map(({ row }) => labelUse(row.preferredLabel));
    const values = printedCells(
      printed.map(({ row: { element } }, i): Row<InstanceCell> => {
        return { element, balanceAt: uses[i]?.balanceAt ?? null, cells: reading.cellsOf(element) };
      }),
      {
        kind: role.kind,
        isElsewhere,
        membersShare: 0,
        opens: (start, end) => dayBefore(start) === end,
      },
    );
    const lines = printed.flatMap(({ row, isHeading, depth }, i) => {
      const label = labels.printed(row.element, row.preferredLabel);
      const use = uses[i] ?? labelUse(null);
      const line = {
        order: i + 1,
        depth,
        element: row.element,
        label,
        isAbstract: isHeading,
        ...use,
      };
      return linesOfRow(line, values[i] ?? []);
    });
    const used = new Set(lines.flatMap(({ dimensions }) => dimensions.map(({ axis }) => axis)));
    return {
      kind: role.kind,
      role: uri,
      title: role.title,
      order: place + 1,
      isParenthetical: role.isParenthetical,
      axes: [...axes.keys()].filter((axis) => used.has(axis)),
      lines,
    };
  });
}

/** Counts the roles that show an element, and an element of members. */
function elsewhereTest(readings: readonly RoleReading[]) {
  const counts = new Map<string, number>();
  const count = (keys: ReadonlySet<string>) => {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { rows, cellsOf } of readings) {
    const shown = new Set<string>();
    for (const { element } of rows) {
      const cells = cellsOf(element);
      if (cells.length > 0) shown.add(element);
      for (const { members } of cells) if (members !== "") shown.add(`${element}|${members}`);
    }
    count(shown);
  }
  const isShared = (key: string) => (counts.get(key) ?? 0) > 1;
  return (element: string, members: string) =>
    isShared(element) && (members === "" || isShared(`${element}|${members}`));
}

function calculationsOf(
  networks: ReadonlyMap<string, Relation[]>,
  statements: readonly FiledStatement[],
): Calculation[] {
  return statements.flatMap(({ role }) =>
    [...(networks.get(role ?? "") ?? [])]
      .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.order - b.order))
      .map(({ from, to, weight, order }) => {
        return { role: role ?? "", parent: from, child: to, weight, order };
      }),
  );
}
