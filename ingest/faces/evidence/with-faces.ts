import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { CompanyInput, FactDocument } from "../../company-input.ts";
import { datesOf } from "../shown/exact-dates.ts";
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
 * that nothing maps, and of members. Without any report it is the same input.
 */
export function withFaces(
  input: CompanyInput,
  reports: readonly DatedReport[],
  { tags }: Pick<Registry, "tags">,
): CompanyInput {
  if (reports.length === 0) return input;
  const exact = datesOf(input.documents.flatMap(({ parsed }) => parsed.facts));
  const known = new Map(input.filings.map((filing) => [filing.accession, filing]));
  const faces: Face[] = [];
  const facts: Fact[] = [];
  for (const { report: rounded, filed: stated } of reports) {
    const report = exact(rounded);
    const filing = known.get(report.accession);
    const filed = stated ?? filing?.filed ?? null;
    const face = faceOfReport({ ...report, form: filing?.form ?? report.form }, filed);
    if (face.statements.length === 0) continue;
    faces.push(face);
    facts.push(...factsOf(face, report, tags));
  }
  faces.sort((a, b) => compare(a.filed ?? "", b.filed ?? "") || compare(a.accession, b.accession));
  if (faces.length === 0) return input;
  return { ...input, documents: [...input.documents, documentOf(input, facts)], faces };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

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

/** The facts of the rows of the face that no mapping names, or that are of members. */
function factsOf(face: Face, report: FiledReport, tags: ReadonlySet<string>): Fact[] {
  const orders = new Set(face.statements.map(({ order }) => order));
  const members = new Set(
    face.statements.flatMap(({ rows }) => rows.flatMap((row) => (row.members ? [row.tag] : []))),
  );
  const lines = report.statements
    .filter(({ order }) => orders.has(order))
    .flatMap((statement) => statement.lines);
  return lines.flatMap((line) => {
    const isOfMembers = line.dimensions.length > 0;
    const isKnown = tags.has(takenUp(line.element, tags));
    if (isOfMembers ? !members.has(line.element) : isKnown) return [];
    const [taxonomy = "", tag = ""] = line.element.split(":");
    const dimensions = isOfMembers ? dimensionsOf(line) : null;
    return line.values.flatMap(({ start, end, value, unit, decimals, isRounded }): Fact[] =>
      unit === null
        ? []
        : [
            {
              taxonomy,
              tag,
              unit,
              start,
              end,
              value,
              accession: face.accession,
              form: face.form,
              filed: face.filed,
              fy: null,
              fp: null,
              decimals,
              dimensions,
              ...(isRounded && { isEndRounded: true as const }),
            },
          ],
    );
  });
}
