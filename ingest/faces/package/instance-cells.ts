import type { FiledDimension, FiledValue } from "#schemas/shapes/companies/filed-report.ts";
import { ParseError } from "../../errors.ts";
import { entry } from "../../facts/entry.ts";
import type { RawFact, RawInstance } from "../../facts/xbrl/raw-instance.ts";
import { exactValue, precisionOf } from "../../facts/xbrl/xbrl-instance.ts";
import type { Cell } from "../columns/column.ts";

/** A fact of an instance as a value of a report. */
export interface InstanceCell extends Cell {
  dimensions: FiledDimension[];
  value: FiledValue;
}

/** What the facts of an instance are, by element. */
export interface InstanceCells {
  values: Map<string, InstanceCell[]>;
  /** Elements with facts that are nil. */
  nil: Set<string>;
}

/** Texts of covers and statements are short; longer ones are no line of them. */
const textCharsMax = 1_000;

/** The facts of each element, once each. One that is no value is set aside with its reason. */
export function instanceCells(raw: RawInstance, problems: string[]): InstanceCells {
  const values = new Map<string, InstanceCell[]>();
  const seen = new Map<string, InstanceCell>();
  for (const fact of raw.facts) {
    const element = `${fact.taxonomy}:${fact.tag}`;
    try {
      const cell = toCell(raw, fact, element);
      if (cell === null) continue;
      const key = `${element}|${cell.members}|${cell.start}|${cell.end}|${cell.value.unit}`;
      const same = seen.get(key);
      if (same && isAsPrecise(same.value, cell.value)) continue;
      if (same) {
        Object.assign(same, cell);
        continue;
      }
      seen.set(key, cell);
      entry(values, element, () => []).push(cell);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      problems.push(error.message);
    }
  }
  return { values, nil: new Set(raw.nils.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`)) };
}

/** Of a fact that is stated twice the more precise one counts, and of equally precise ones the first. */
function isAsPrecise(known: FiledValue, other: FiledValue): boolean {
  return (known.decimals ?? Infinity) >= (other.decimals ?? Infinity);
}

function toCell(raw: RawInstance, fact: RawFact, element: string): InstanceCell | null {
  const context = raw.contexts.get(fact.contextRef);
  if (!context) {
    throw new ParseError(`${element} refers to a missing context ${fact.contextRef.slice(0, 100)}`);
  }
  if (context.problem !== null) throw new ParseError(`${element}: ${context.problem}`);
  const { start, end } = context;
  const dimensions = dimensionsOf(context.dimensions);
  const told = fact.unitRef === null ? textValue(fact) : numberValue(raw, fact, element);
  if (told === null) return null;
  const value = { start, end, isRounded: false, ...told, fact: fact.id };
  return { members: context.dimensions ?? "", start, end, dimensions, value };
}

/** Extracted instances keep the markup of a page as text. */
function withoutMarkup(text: string): string {
  if (text.length > 100 * textCharsMax) return "";
  return text
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(nbsp|amp|lt|gt|quot|#160);/g, (entity) => plainEntities[entity] ?? " ");
}

const plainEntities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
};

type Told = Pick<FiledValue, "value" | "unit" | "decimals">;

function textValue({ text }: RawFact): Told | null {
  const plain = /<[a-z/]/i.test(text) ? withoutMarkup(text) : text;
  const value = plain.replace(/[\s\u00a0]+/g, " ").trim();
  return value === "" || value.length > textCharsMax ? null : { value, unit: null, decimals: null };
}

function numberValue(raw: RawInstance, fact: RawFact, element: string): Told {
  const unit = raw.units.get(fact.unitRef ?? "");
  if (unit === undefined) {
    throw new ParseError(`${element} refers to a missing unit ${fact.unitRef?.slice(0, 100)}`);
  }
  const precision = precisionOf(fact);
  const decimals = precision === Infinity ? null : precision;
  return { value: exactValue(fact), unit, decimals };
}

/** From the canonical text "axis=member;…", which is sorted. */
function dimensionsOf(text: string | null): FiledDimension[] {
  if (text === null) return [];
  return text.split(";").map((pair) => {
    const end = pair.indexOf("=");
    return { axis: pair.slice(0, end), member: pair.slice(end + 1) };
  });
}
