import { companyText } from "#schemas/company-key.ts";
import { alignTable } from "../../terminal/table.ts";
import type { LabelResult } from "./compare-labels.ts";
import type { LabelVerdict } from "./label-verdicts.ts";

/** How the readings of a line, or of all, compare. */
export interface LabelTally {
  /** Readings that were compared: without those of restated values and of periods that we do not have. */
  compared: number;
  /** Of these, as printed, or judged to be right. */
  right: number;
  wrong: number;
  /** Printed, and null with us. */
  nulls: number;
  restated: number;
  notHeld: number;
  /** Differences in which a verdict says that ours is right. */
  judged: number;
}

export type JudgedResult = LabelResult & { verdict: LabelVerdict | null };

/** Counts results. A difference counts against us until a verdict says that ours is right. */
export function tallyLabels(results: readonly JudgedResult[]): LabelTally {
  const tally = { compared: 0, right: 0, wrong: 0, nulls: 0, restated: 0, notHeld: 0, judged: 0 };
  for (const { outcome, verdict } of results) {
    if (outcome === "not_held") tally.notHeld += 1;
    else if (outcome === "restated") tally.restated += 1;
    else {
      const isJudged = outcome !== "right" && verdict?.right === "ours";
      tally.compared += 1;
      tally.judged += Number(isJudged);
      if (outcome === "right" || isJudged) tally.right += 1;
      else if (outcome === "null") tally.nulls += 1;
      else tally.wrong += 1;
    }
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
  const header = ["line", "compared", "right", "wrong", "null", "restated", "not held", "right %"];
  const rows = [...byLine].map(([line, own]) => rowOf(line, tallyLabels(own)));
  const total = tallyLabels(results);
  const { right, nulls } = labelRates(total);
  return [
    ...alignTable(header, rows),
    "",
    ...(withMisses ? [...missLines(results), ""] : []),
    `${total.compared} printed values compared, ${total.judged} differences judged to be right; ` +
      `${total.restated} restated since and ${total.notHeld} of periods not held are left out`,
    `right of the shown values: ${text(right)} % (${total.wrong} wrong)`,
    `printed and null: ${text(nulls)} % (${total.nulls})`,
  ];
}

const text = (rate: number | null) => (rate === null ? "-" : rate.toFixed(2));

function rowOf(line: string, tally: LabelTally): string[] {
  const { compared, right, wrong, nulls, restated, notHeld } = tally;
  const counts = [compared, right, wrong, nulls, restated, notHeld].map(String);
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
