import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import type { SegmentMember, SegmentValue } from "#schemas/shapes/companies/segments.ts";
import { aboveIn } from "./domain-members.ts";
import type { CountedRow } from "./reconcile.ts";
import { labelOfMember, type RowNames } from "./row-names.ts";
import { otherVintages, type Shown, type Vintage } from "./vintages.ts";

/** The rows of a series in the order of the newest period that has them; later ones follow those of newer periods. */
export function membersOf(shown: readonly Shown[]): SegmentMember[] {
  const members = new Map<string, SegmentMember>();
  for (const { key, vintage, all } of shown) {
    const { found, report, idOf } = vintage;
    for (const [id, row] of identified(found.rows, idOf)) {
      const known = members.get(id);
      const member = known ?? newMember(id, row, vintage);
      if (!known) members.set(id, member);
      member.values[key] = segmentValue(row, id, all);
      const label = labelOf(row, report);
      const isNew = label !== member.label && !member.otherLabels.includes(label);
      if (isNew) member.otherLabels.push(label);
    }
  }
  return [...members.values()];
}

/** Two axes may have a member of the same name. The row that counts has the plain name. */
function identified(rows: readonly CountedRow[], idOf: RowNames): [string, CountedRow][] {
  const plain = new Map<string, CountedRow>();
  for (const row of rows) {
    const known = plain.get(idOf(row));
    if (!known || (known.weight === 0 && row.weight !== 0)) plain.set(idOf(row), row);
  }
  return rows.map((row, place) => {
    const id = idOf(row);
    return [plain.get(id) === row ? id : `${id}@${row.axis ?? place}`, row];
  });
}

function newMember(id: string, row: CountedRow, vintage: Vintage): SegmentMember {
  return {
    id,
    member: row.member,
    axis: row.within === null ? row.axis : row.within.axis,
    label: labelOf(row, vintage.report),
    otherLabels: [],
    role: row.role,
    parent: parentOf(row, vintage),
    values: Object.create(null),
  };
}

function segmentValue(row: CountedRow, id: string, all: readonly Vintage[]): SegmentValue {
  const { value, weight, role, decimals, source } = row;
  return { value, weight, role, decimals, source, otherVintages: otherVintages(id, value, all) };
}

function parentOf(
  { member, axis, within }: CountedRow,
  { found: { rows }, report, idOf }: Vintage,
): string | null {
  if (within !== null || axis === null) return null;
  for (const above of aboveIn(report, axis)(member)) {
    const row = rows.find(
      (one) => one.member === above && one.axis === axis && one.within === null,
    );
    if (row) return idOf(row);
  }
  return null;
}

function labelOf({ member, within }: CountedRow, report: FiledReport): string {
  const text = labelOfMember(member, report);
  return within === null ? text : `${labelOfMember(within.member, report)}: ${text}`;
}
