import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { SourceName } from "#schemas/shapes/companies/fact.ts";
import type {
  Line,
  Lineage,
  LineageRule,
  LineNote,
  NullReason,
} from "#schemas/shapes/companies/statement.ts";
import { impliedUnit } from "./statement-rows.ts";

/** What a stored statement holds of its lines, keyed by snakeKey. */
export interface StoredLines {
  currency: string | null;
  fields: Record<string, string | null>;
  reasons: Record<string, NullReason>;
  lineage: Record<string, Lineage>;
  notes: Record<string, LineNote>;
  source: SourceName | null;
}

/** A line of a stored statement; without a note it is in the implied unit, from the statement's source, by the first mapping. */
export function storedLine(
  stored: StoredLines,
  { snakeKey: key, dataType }: Pick<Concept, "snakeKey" | "dataType">,
): Line {
  const value = own(stored.fields, key);
  const note = own(stored.notes, key);
  const lineage = own(stored.lineage, key);
  const more = note ? moreOf(note) : {};
  if (value === null) {
    const reason = own(stored.reasons, key) ?? "not_reported";
    return { value, unit: null, reason, lineage, source: null, rank: null, flags: [], ...more };
  }
  return {
    value,
    unit: note ? note.unit : impliedUnit(dataType, stored.currency),
    reason: null,
    lineage,
    source: note?.source ?? stored.source,
    rank: note ? note.rank : isFiled(lineage) ? 0 : null,
    flags: note?.flags ?? [],
    ...more,
    ...(note?.sum ? { sum: note.sum } : {}),
  };
}

const moreOf = ({ refused, rules }: LineNote): Pick<Line, "refused" | "rules"> => ({
  ...(refused && { refused }),
  ...(rules && { rules }),
});

const filedRules: ReadonlySet<LineageRule> = new Set(["sign", "sum_of_classes", "sum_of_tags"]);

/** Whether a mapping gave the value, not arithmetic over concepts or periods. */
function isFiled(lineage: Lineage | null): boolean {
  if (lineage === null) return false;
  return typeof lineage === "number" || filedRules.has(lineage[0]);
}

/** Own properties only: a key may come from a request. */
function own<T>(record: Record<string, T>, key: string): T | null {
  return Object.hasOwn(record, key) ? (record[key] ?? null) : null;
}
