import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import metrics from "#jobs/accuracy/metrics.json" with { type: "json" };
import { readJudgements } from "#jobs/accuracy/verdicts.ts";

const read = (name: string) =>
  readJudgements(readFileSync(new URL(`../../fixtures/${name}.csv`, import.meta.url), "utf8"));

for (const [name, fewest] of [
  ["verdicts-expected", 70],
  ["verdicts-derived", 40],
  ["verdicts-restated", 90],
] as const) {
  test(`each committed verdict of ${name} quotes a filing, means a known metric and stands once`, () => {
    const judged = read(name);
    expect(judged.length).toBeGreaterThanOrEqual(fewest);
    expect(judged.filter(({ metric }) => !Object.hasOwn(metrics, metric))).toEqual([]);
    const keys = judged.map(({ cik, metric, kind, end }) => `${cik}|${metric}|${kind}|${end}`);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    // A figure that the filing states, with all its digits.
    expect(judged.filter(({ quote }) => !/-?\d{4,}/.test(quote))).toEqual([]);
  });
}
