import { stat } from "node:fs/promises";
import { ZipError } from "#ingest/bulk/zip.ts";
import { ParseError } from "#ingest/errors.ts";
import {
  isMiss,
  type JudgedResult,
  labelRates,
  labelReport,
  tallyLabels,
} from "../accuracy/labels/label-report.ts";
import type { LabelVerdict } from "../accuracy/labels/label-verdicts.ts";
import { filingsOf, measureLabels } from "../accuracy/labels/measure-labels.ts";
import { startProgress } from "../terminal/progress.ts";
import { type Shell, UsageError, unreadable } from "./command.ts";
import type { Store } from "./with-store.ts";

interface LabelOptions {
  verdicts: readonly LabelVerdict[];
  misses?: boolean;
  json?: boolean;
  min?: number;
}

/** `accuracy --labels`: compares what filings print under well-known labels with the stored statements. */
export async function compareLabels(
  shell: Shell,
  store: Store,
  quarters: readonly string[],
  { verdicts, misses = false, json = false, min }: LabelOptions,
): Promise<void> {
  const filings = await readQuarters(store, quarters);
  if (filings.size === 0) shell.warn("no stored company has a filing in these quarters");
  const progress = startProgress({ label: "Comparing companies", total: filings.size });
  const next = (cik: string) => {
    progress.step(cik);
    return !shell.isInterrupted();
  };
  const results = await measureLabels({ ...store, verdicts, next }, filings);
  progress.stop();
  if (json) shell.print(asJson(results));
  else for (const line of labelReport(results, misses)) shell.print(line);
  const { right } = labelRates(tallyLabels(results));
  if ((min !== undefined && (right ?? 0) < min) || shell.isInterrupted()) shell.fail();
}

/** A quarter that is not there or is none is a usage error. */
async function readQuarters({ db }: Store, quarters: readonly string[]) {
  for (const path of quarters) {
    await stat(path).catch((error) => {
      throw unreadable(path, error);
    });
  }
  try {
    return await filingsOf(db, quarters);
  } catch (error) {
    if (!(error instanceof ParseError || error instanceof ZipError)) throw error;
    throw new UsageError(`${quarters.join(", ")}: ${error.message}`);
  }
}

function asJson(results: readonly JudgedResult[]): string {
  const total = tallyLabels(results);
  const byLine = Map.groupBy(results, ({ reading }) => reading.line.line);
  const lines = [...byLine].map(([line, own]) => ({ line, ...tallyLabels(own) }));
  const misses = results.filter(isMiss).map(({ reading, verdict, ...result }) => ({
    ...result,
    line: reading.line.line,
    ...reading.filing,
    label: reading.label,
    tag: reading.tag,
    printed: reading.printed,
    judged: verdict?.reason ?? null,
  }));
  return JSON.stringify({ ...total, rates: labelRates(total), lines, misses }, null, 2);
}
