import type { FiledDimension, FiledValue } from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import { exactOrNull, isoFromDigits, unitOf } from "../../facts/data-sets/cell-values.ts";
import type { DataSetFiling } from "../../facts/data-sets/data-set.ts";
import type { PeriodFinder } from "../../facts/data-sets/data-set-dates.ts";
import { entry } from "../../facts/entry.ts";
import type { Cell } from "../columns/column.ts";

/** A row of `num.txt` as a value of a report. */
export interface DataSetCell extends Cell {
  dimensions: FiledDimension[];
  value: FiledValue;
}

/** The name of an element in the tables: its tag and its version. */
export function elementKey(tag: string, version: string): string {
  return `${tag}\t${version}`;
}

interface Reading {
  filing: DataSetFiling;
  /** Elements whose values are amounts per share. */
  perShare: ReadonlySet<string>;
  periodOf: PeriodFinder;
  problems: string[];
}

/** The values of each element. A row that is no value is set aside with its reason; one without a number is none. */
export function dataSetCells(
  num: readonly (readonly string[])[],
  reading: Reading,
): Map<string, DataSetCell[]> {
  const cells = new Map<string, DataSetCell[]>();
  for (const row of num) {
    const [tag = "", version = "", ...rest] = row;
    if (rest.at(-1) === "") continue;
    try {
      entry(cells, elementKey(tag, version), () => []).push(toCell(tag, version, rest, reading));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      reading.problems.push(error.message);
    }
  }
  return cells;
}

function toCell(
  tag: string,
  version: string,
  rest: readonly string[],
  { filing, perShare, periodOf }: Reading,
): DataSetCell {
  const [ddate = "", qtrs = "", uom = "", segments = "", coreg = "", text = ""] = rest;
  const roundedEnd = isoFromDigits(ddate);
  if (roundedEnd === null || !/^\d{1,3}$/.test(qtrs)) {
    throw new ParseError(
      `${tag}: ddate ${ddate.slice(0, 20)} with qtrs ${qtrs.slice(0, 20)} is no period`,
    );
  }
  const exact = exactOrNull(text);
  if (exact === null) throw new ParseError(`${tag} has a value that is not a number`);
  const { start, end, isCertain } = periodOf(filing, { roundedEnd, quarters: Number(qtrs) });
  const dimensions = dimensionsOf(segments, coreg);
  const value: FiledValue = {
    start,
    end,
    isRounded: !isCertain,
    value: exact,
    unit: unitOf(uom, perShare.has(elementKey(tag, version))),
    decimals: null,
    fact: null,
  };
  const members = dimensions.map(({ axis, member }) => `${axis}=${member}`).join(";");
  return { members, start, end, dimensions, value };
}

/** "Axis=Member;" for each, without prefixes. A co-registrant also has its own column. */
function dimensionsOf(segments: string, coreg: string): FiledDimension[] {
  const dimensions = segments
    .split(";")
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const [axis = "", ...member] = text.split("=");
      return { axis: axis.trim(), member: member.join("=").trim() };
    });
  if (coreg !== "" && !dimensions.some(({ member }) => member === coreg)) {
    dimensions.push({ axis: "LegalEntity", member: coreg });
  }
  return dimensions.sort((a, b) => (a.axis < b.axis ? -1 : 1));
}
