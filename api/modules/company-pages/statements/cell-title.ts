import { adjustedText, whyText } from "#api/pages/null-reasons.ts";
import type { CellSource } from "../../company-statements/service.ts";
import { ruleWords } from "./rule-words.ts";
import type { Cell } from "./statement-columns.ts";

/** Flags that the rest of the title says already, or that only programs read. */
const unsaid = /^(split_adjusted|scope|vintage):/;

const words = (key: string) => key.replaceAll(/[_+]/g, " ");

const scopeWords: Readonly<Record<string, string>> = {
  partial: "Covers a part of the line",
  wider: "Covers more than the line",
};

/** What a cell says when it is pointed at: why it is empty, or tag, printed line, filing and flags of its value. */
export function cellTitle(cell: Cell, source: CellSource | undefined): string {
  if (cell.value === null) return whyText(cell.reason) ?? "";
  const flags = (source?.flags ?? []).filter((flag) => !unsaid.test(flag));
  const parts = [
    cell.note,
    source && (filedText(source) ?? computedText(source)),
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

const computedText = ({ rule }: CellSource): string =>
  rule === null ? "" : `Computed: ${ruleWords[rule] ?? words(rule)}`;
