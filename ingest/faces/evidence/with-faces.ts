import { isCountOfShares } from "#registry/models/inputs/counts/count-tags.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  FiledLine,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import type { CompanyInput, FactDocument } from "../../company-input.ts";
import { compareFilings } from "../../facts/history/history.ts";
import { datesOf } from "../shown/exact-dates.ts";
import { entitiesOf, isOwn } from "./entities.ts";
import type { Face } from "./face.ts";
import { faceOfReport } from "./face-of-report.ts";
import { dimensionsOf } from "./statement-rows.ts";
import { takenUp } from "./taken-up.ts";

/** A report, and the day on which it was filed; null where nothing says. */
export interface DatedReport {
  report: FiledReport;
  filed: string | null;
}

/**
 * The input with the statements of these reports as evidence, and with the facts of their rows that the other documents lack: of elements
 * that nothing maps, of members, and what the regulator's list of facts leaves out. Without any report it is the same input.
 */
export function withFaces(
  input: CompanyInput,
  reports: readonly DatedReport[],
  { tags }: Pick<Registry, "tags">,
): CompanyInput {
  if (reports.length === 0) return input;
  const stored = input.documents.flatMap(({ parsed }) => parsed.facts);
  const exact = datesOf(stored);
  const known = storedFacts(stored, reports);
  const faces: Face[] = [];
  const facts: Fact[] = [];
  for (const { report: rounded, filed } of inOrder(reports, input)) {
    const report = exact(rounded);
    const face = faceOfReport(report, filed);
    if (face.statements.length === 0) continue;
    faces.push(face);
    const ofFace = factsOf(face, report, tags);
    facts.push(...ofFace.filter((fact) => !known.has(keyOf(fact))));
  }
  if (faces.length === 0) return input;
  return { ...input, documents: [...input.documents, documentOf(input, facts)], faces };
}

/** The reports with form and day as the list of filings states them, oldest first. */
function inOrder(reports: readonly DatedReport[], { filings }: CompanyInput): DatedReport[] {
  const listed = new Map(filings.map((filing) => [filing.accession, filing]));
  return reports
    .map(({ report, filed }) => {
      const filing = listed.get(report.accession);
      const form = filing?.form ?? report.form;
      return { report: { ...report, form }, filed: filed ?? filing?.filed ?? null };
    })
    .sort((a, b) => compareFilings({ ...a.report, ...a }, { ...b.report, ...b }));
}

/** The facts that the documents have of the filings of these reports. */
function storedFacts(facts: readonly Fact[], reports: readonly DatedReport[]): Set<string> {
  const filings = new Set(reports.map(({ report }) => report.accession));
  return new Set(facts.filter(({ accession }) => filings.has(accession)).map(keyOf));
}

const keyOf = ({ accession, taxonomy, tag, unit, start, end, dimensions }: Fact): string =>
  [accession, taxonomy, tag, unit, start, end, dimensions].join(" ");

function documentOf({ cik }: CompanyInput, facts: Fact[]): FactDocument {
  return {
    parsed: { cik, entityName: "", facts, unmapped: [] },
    source: "regulator",
    origin: "crawl",
    kind: "data-set",
    fetchedAt: "",
    digest: "",
  };
}

/**
 * The company's own facts of the rows of the face, and those of members where the statement has no total. What a statement prints under the
 * name of the parent company is the company's own. Of a statement of comprehensive income by itself those of mapped elements.
 */
function factsOf(face: Face, report: FiledReport, tags: ReadonlySet<string>): Fact[] {
  const orders = new Set(face.statements.map(({ order }) => order));
  const members = new Set(
    face.statements.flatMap(({ rows }) => rows.flatMap((row) => (row.members ? [row.tag] : []))),
  );
  const printed = report.statements.filter(({ order }) => orders.has(order));
  const beside = report.statements.filter(
    ({ kind, order }) => kind === "comprehensive_income" && !orders.has(order),
  );
  const ofFace = printed.flatMap((statement) => {
    const { isCompany } = entitiesOf(statement);
    return statement.lines.flatMap((line) => {
      const tag = takenUp(line.element, tags);
      if (isCompany(line)) return factsOfLine(face, line, tag, null);
      if (!isOwn(line))
        return members.has(line.element)
          ? factsOfLine(face, line, line.element, dimensionsOf(line))
          : [];
      return factsOfLine(face, line, tags.has(tag) ? tag : line.element, null);
    });
  });
  return [
    ...ofFace,
    ...beside.flatMap((statement) => mappedFacts(face, statement, tags)),
    ...countsOfClasses(face, report),
  ];
}

/** Counts of shares by one axis, which lines beside a balance sheet and statements of equity print. */
const countsOfClasses = (face: Face, { statements }: FiledReport): Fact[] =>
  statements
    .flatMap(({ lines }) => lines)
    .filter(({ element, dimensions }) => dimensions.length === 1 && isCountOfShares(element))
    .flatMap((line) => factsOfLine(face, line, line.element, dimensionsOf(line)))
    .filter(({ unit, start }) => unit === "shares" && start === null);

function mappedFacts(face: Face, statement: FiledStatement, tags: ReadonlySet<string>): Fact[] {
  const { isCompany } = entitiesOf(statement);
  return statement.lines.flatMap((line) => {
    const tag = takenUp(line.element, tags);
    const isCounted = tags.has(tag) && (isCompany(line) || isOwn(line));
    return isCounted ? factsOfLine(face, line, tag, null) : [];
  });
}

function factsOfLine(
  { accession, form, filed }: Face,
  line: FiledLine,
  element: string,
  dimensions: string | null,
): Fact[] {
  const [taxonomy = "", tag = ""] = element.split(":");
  return line.values.flatMap(({ start, end, value, unit, decimals, isRounded }): Fact[] => {
    if (unit === null) return [];
    const period = {
      start,
      end,
      value,
      decimals,
      ...(isRounded && { isEndRounded: true as const }),
    };
    return [
      { taxonomy, tag, unit, ...period, accession, form, filed, fy: null, fp: null, dimensions },
    ];
  });
}
