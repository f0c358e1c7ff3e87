import { type PrintedStatement, printedLine, printedStatements } from "#registry/printed-lines.ts";
import { entry } from "../entry.ts";
import { exactOrNull, isoFromDigits, taxonomyOf, unitOf } from "./cell-values.ts";
import type { DataSetRows } from "./data-set-document.ts";
import type { DataSetTags, DataSetValue } from "./values.ts";

const statements: ReadonlySet<string> = new Set(printedStatements);
const keyOf = (tag: string, version: string) => `${tag} ${version}`;

/**
 * The values of elements that no line takes and that a statement of the filing prints as a line, each with that line
 * (`printedAs`). A value of an impossible period or that is no number is left out.
 */
export function printedValues(
  { num, pre, tag }: Pick<DataSetRows, "num" | "pre" | "tag">,
  { mapped }: Pick<DataSetTags, "mapped">,
): DataSetValue[] {
  const lines = linesOf(pre, mapped);
  if (lines.size === 0) return [];
  const perShare = new Set(
    tag.flatMap(([name = "", version = "", , type]) =>
      type === "perShare" ? [keyOf(name, version)] : [],
    ),
  );
  return num.flatMap((row) => {
    const [name = "", version = "", ddate = "", qtrs = "", uom = "", segments, coreg] = row;
    const value = row[7] ?? "";
    const printed = lines.get(keyOf(name, version));
    const roundedEnd = isoFromDigits(ddate);
    if (!printed || segments !== "" || coreg !== "" || value === "") return [];
    const exact = exactOrNull(value);
    if (exact === null || roundedEnd === null || !/^\d{1,3}$/.test(qtrs)) return [];
    const taxonomy = taxonomyOf(version);
    return [...printed].map((printedAs) => ({
      taxonomy,
      tag: name,
      unit: unitOf(uom, perShare.has(keyOf(name, version))),
      roundedEnd,
      quarters: Number(qtrs),
      value: exact,
      printedAs,
    }));
  });
}

/** The lines that elements are printed as, by tag and version. */
function linesOf(pre: readonly (readonly string[])[], mapped: ReadonlySet<string>) {
  const lines = new Map<string, Set<string>>();
  for (const [, , statement = "", inpth, tag = "", version = "", label = ""] of pre) {
    if (!statements.has(statement) || inpth === "1") continue;
    if (mapped.has(`${taxonomyOf(version)}:${tag}`)) continue;
    const line = printedLine(statement as PrintedStatement, label);
    if (line !== null) entry(lines, keyOf(tag, version), () => new Set()).add(line);
  }
  return lines;
}
