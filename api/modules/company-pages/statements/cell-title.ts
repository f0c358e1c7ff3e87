import { adjustedText, whyText } from "#api/pages/null-reasons.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CellSource } from "../../company-statements/service.ts";
import { numberText, operandWords, ruleWords } from "./rule-words.ts";
import type { Cell } from "./statement-columns.ts";

/** Flags that the rest of the title says already, or that only programs read. */
const unsaid = /^(split_adjusted|scope|vintage):/;

const words = (key: string) => key.replaceAll(/[_+]/g, " ");

const scopeWords: Readonly<Record<string, string>> = {
  partial: "Covers a part of the line",
  wider: "Covers more than the line",
};

/**
 * What a cell says when it is pointed at: why it is empty, or tag, printed line, filing and flags of its value,
 * or what it is computed from.
 */
export function cellTitle(cell: Cell, source: CellSource | undefined, registry: Registry): string {
  if (cell.value === null) return whyText(cell.reason) ?? "";
  const flags = (source?.flags ?? []).filter((flag) => !unsaid.test(flag));
  const parts = [
    cell.note,
    source && (filedText(source) ?? computedText(source, registry)),
    adjustedText(cell.splitFactor)?.replace(/\.$/, ""),
    source?.scope ? (scopeWords[source.scope] ?? `Covers ${words(source.scope)}`) : "",
    flags.length === 0 ? "" : `Noted: ${flags.join(", ").replaceAll(/[_:]/g, " ")}`,
  ].filter(Boolean);
  return parts.length === 0 ? "" : `${parts.join(". ")}.`;
}

function filedText({ tag, printed, filing }: CellSource): string | null {
  if (tag === null) return null;
  const line = printed === null ? "" : `, printed as “${printed}”`;
  return `${tag}${line}, ${filing}`;
}

/** Of a sum over more lines than a note has room for, the page of the figure has the rest. */
const operandsMax = 8;

/** "Computed: one line divided by another: Net income, 2023-01-01 to 2023-12-31 5; less …" */
function computedText({ rule, operands }: CellSource, registry: Registry): string {
  if (rule === null) return "";
  const told = operands.slice(0, operandsMax).map(({ weight, label, value }) => {
    const sign = weight === 1 ? "" : weight === -1 ? "less " : `${weight} × `;
    return `${sign}${operandWords(label, registry)} ${numberText(value)}`;
  });
  const rest = operands.length > operandsMax ? [`${operands.length - operandsMax} more`] : [];
  const how = `Computed: ${ruleWords[rule] ?? words(rule)}`;
  return told.length === 0 ? how : `${how}: ${[...told, ...rest].join("; ")}`;
}
