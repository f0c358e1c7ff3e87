import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  FiledLine,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { dayOf } from "../../periods/days.ts";

/** A period, or the day of a balance. */
export interface Span {
  start: string | null;
  end: string;
}

/** A printed value with its place. */
export interface FaceValue extends Span {
  /** The element without its prefix: data sets give own elements another one than packages. */
  name: string;
  value: number;
  unit: string;
  isRounded: boolean;
  statement: FiledStatement;
  line: FiledLine;
}

/** The values that the statements of a report print, by element and by amount. */
export interface Face {
  /** The labels of balance sheets. Until 2011 many state counts of shares in the words of a line and nowhere else. */
  words: readonly string[];
  /** True where a statement prints the fact. */
  has(fact: Fact): boolean;
  /** The company's own values of an element at this time. */
  of(name: string, span: Span): FaceValue[];
  /** The company's own values of this amount at this time. */
  ofAmount(amount: number, span: Span): FaceValue[];
}

/** Data sets round to the nearest month end. */
const apartMax = 16;

/** The same dates, or near ones where a source rounds. */
export function isSameTime(a: Span, b: Span, isRounded: boolean): boolean {
  if (a.start === b.start && a.end === b.end) return true;
  if (!isRounded || (a.start === null) !== (b.start === null)) return false;
  const apart = (one: string | null, other: string | null) =>
    one === null || other === null ? 0 : Math.abs(dayOf(one) - dayOf(other));
  return apart(a.start, b.start) <= apartMax && apart(a.end, b.end) <= apartMax;
}

/** "Assets" of "us-gaap:Assets". */
export const plainName = (element: string): string => element.slice(element.indexOf(":") + 1);

/** Reads the statements of a report; notes, schedules and the cover are no face. */
export function faceOf({ statements }: FiledReport): Face {
  const byName = new Map<string, FaceValue[]>();
  const byAmount = new Map<number, FaceValue[]>();
  for (const value of statements.filter(isFace).flatMap(valuesOf)) {
    entry(byName, value.name, () => []).push(value);
    if (isOwn(value)) entry(byAmount, value.value, () => []).push(value);
  }
  const at = (values: readonly FaceValue[] = [], span: Span) =>
    values.filter((value) => isSameTime(value, span, value.isRounded));
  const balances = statements.filter(({ kind }) => kind === "balance");
  return {
    words: balances.flatMap(({ lines }) => lines.map(({ label }) => label)),
    has: (fact) =>
      (byName.get(fact.tag) ?? []).some(
        (value) =>
          value.value === Number(fact.value) &&
          isSameTime(value, fact, value.isRounded || fact.isEndRounded === true),
      ),
    of: (name, span) => at(byName.get(name), span).filter(isOwn),
    ofAmount: (amount, span) => at(byAmount.get(amount), span),
  };
}

const isFace = ({ kind }: FiledStatement) => kind !== "other" && kind !== "cover";

const isOwn = ({ line }: FaceValue) => line.dimensions.length === 0;

const valuesOf = (statement: FiledStatement): FaceValue[] =>
  statement.lines.flatMap((line) =>
    line.values.flatMap(({ start, end, value, unit, isRounded }) =>
      unit === null
        ? []
        : [{ name: plainName(line.element), start, end, value: Number(value), unit } as const].map(
            (one) => ({ ...one, isRounded, statement, line }),
          ),
    ),
  );
