import type { FaceMeasure } from "#ingest/faces/measured/measure-faces.ts";
import type { FaceTally } from "#ingest/faces/measured/tally-faces.ts";
import type { StoredIdentity } from "#ingest/store/stored-company.ts";
import { companyText } from "#schemas/company-key.ts";
import { alignTable } from "../../terminal/table.ts";
import { unfedIn } from "./all-faces.ts";
import { rateLines } from "./face-report.ts";

interface Shown {
  tally: FaceTally;
  identities: Record<string, { checked: number; closed: number }>;
  limit: number;
}

/** One company with its values off the face, lines that feed nothing and open subtotals, at most `limit` of each. */
export function companyReport(
  { cik, name }: StoredIdentity,
  measure: FaceMeasure,
  { tally, identities, limit }: Shown,
): string[] {
  const off = measure.values.filter(({ standing }) => standing !== "face");
  const open = measure.sums.filter(({ closes }) => !closes);
  return [
    `${name} (${companyText(cik)}), ${measure.reports} printed reports`,
    "",
    ...rateLines(tally, identities),
    ...section("values that are not on the face", limit, {
      header: ["period", "line", "value", "filing", "where"],
      rows: off.map((one) => [one.period, one.concept, one.value, one.accession, one.standing]),
    }),
    ...section("printed lines that feed nothing", limit, {
      header: ["filing", "statement", "end", "printed", "element", "label"],
      rows: unfedIn(measure).map((one) => [
        one.accession,
        one.statement,
        one.end,
        one.printed,
        one.element,
        one.label,
      ]),
    }),
    ...section("subtotals whose shown parts do not add up", limit, {
      header: ["period", "line", "difference"],
      rows: open.map((one) => [one.period, one.total, one.difference ?? "no rows"]),
    }),
  ];
}

interface Table {
  header: string[];
  rows: string[][];
}

function section(title: string, limit: number, { header, rows }: Table): string[] {
  if (rows.length === 0) return ["", `${title}: none`];
  const rest = rows.length > limit ? `, the first ${limit}` : "";
  return ["", `${title} (${rows.length}${rest}):`, ...alignTable(header, rows.slice(0, limit))];
}
