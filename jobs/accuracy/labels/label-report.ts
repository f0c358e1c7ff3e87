import { companyText } from "#schemas/company-key.ts";
import { alignTable } from "../../terminal/table.ts";
import type { LabelResult } from "./compare-labels.ts";
import type { LabelVerdict } from "./label-verdicts.ts";

/** How the readings of a line, or of all, compare. */
export interface LabelTally {
  /** Readings that were compared: without parts, restated values and periods that we do not have. */
  compared: number;
  /** Of these, as printed, or judged to be right. */
  right: number;
  wrong: number;
  /** Printed, and null with us. */
  nulls: number;
  /** One of several rows that the line adds up: its label does not tell the value of the line. */
  parts: number;
  restated: number;
  notHeld: number;
  /** Differences in which a verdict says that ours is right. */
  judged: number;
}

export type JudgedResult = LabelResult & { verdict: LabelVerdict | null };

/** The count of each outcome that is not compared. */
const leftOut = { not_held: "notHeld", restated: "restated", part: "parts" } as const;

type LeftOut = keyof typeof leftOut;

const isLeftOut = (outcome: string): outcome is LeftOut => outcome in leftOut;

/** Counts results. A difference counts against us until a verdict says that ours is right. */
export function tallyLabels(results: readonly JudgedResult[]): LabelTally {
  const none = { restated: 0, notHeld: 0, parts: 0 };
  const tally = { compared: 0, right: 0, wrong: 0, nulls: 0, judged: 0, ...none };
  for (const { outcome, verdict } of results) {
    if (isLeftOut(outcome)) {
      tally[leftOut[outcome]] += 1;
      continue;
    }
    const isJudged = outcome !== "right" && verdict?.right === "ours";
    tally.compared += 1;
    tally.judged += Number(isJudged);
    if (outcome === "right" || isJudged) tally.right += 1;
    else if (outcome === "null") tally.nulls += 1;
    else tally.wrong += 1;
  }
  return tally;
}

/** Right of those shown, and null of those printed, in percent; null where there are none. */
export function labelRates({ compared, right, wrong, nulls }: LabelTally) {
  const percent = (part: number, of: number) => (of === 0 ? null : (100 * part) / of);
  return { right: percent(right, right + wrong), nulls: percent(nulls, compared) };
}

/** The report for people; the last two lines are the rates. */
export function labelReport(results: readonly JudgedResult[], withMisses: boolean): string[] {
  const byLine = Map.groupBy(results, ({ reading }) => reading.line.line);
  const header = [
    "line",
    "compared",
    "right",
    "wrong",
    "null",
    "part",
    "restated",
    "not held",
    "right %",
  ];
  const rows = [...byLine].map(([line, own]) => rowOf(line, tallyLabels(own)));
  const total = tallyLabels(results);
  const { right, nulls } = labelRates(total);
  return [
    ...alignTable(header, rows),
    "",
    ...(withMisses ? [...missLines(results), ""] : []),
    `${total.compared} printed values compared, ${total.judged} differences judged to be right; ` +
      `${total.parts} that are one of several rows of their line, ${total.restated} restated since and ` +
      `${total.notHeld} of periods not held are left out`,
    `right of the shown values: ${text(right)} % (${total.wrong} wrong)`,
    `printed and null: ${text(nulls)} % (${total.nulls})`,
  ];
}

const text = (rate: number | null) => (rate === null ? "-" : rate.toFixed(2));

function rowOf(line: string, tally: LabelTally): string[] {
  const { compared, right, wrong, nulls, parts, restated, notHeld } = tally;
  const counts = [compared, right, wrong, nulls, parts, restated, notHeld].map(String);
  return [line, ...counts, text(labelRates(tally).right)];
}

function missLines(results: readonly JudgedResult[]): string[] {
  const misses = results.filter(isMiss);
  return misses.map(({ reading, outcome, period, ours, from, verdict }) => {
    const { filing, line, label, tag, printed } = reading;
    const judged = verdict === null ? "not judged" : `judged: ${verdict.reason}`;
    return (
      `${line.line} ${companyText(filing.cik)} ${period} ${filing.accession}: "${label}" (${tag}) ` +
      `${printed}, ours ${ours ?? "null"} (${outcome}; ${from}); ${judged}`
    );
  });
}

/** A difference that counts against us. */
export const isMiss = ({ outcome, verdict }: JudgedResult): boolean =>
  (outcome === "wrong" || outcome === "sign" || outcome === "null") && verdict?.right !== "ours";
