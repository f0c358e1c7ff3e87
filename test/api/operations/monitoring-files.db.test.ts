import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "#api/http/metrics.ts";
import { testApp } from "../../helpers/app.ts";

const folder = new URL("../../../docs/deploy/", import.meta.url);
const { get } = await testApp({ metrics: createMetrics() });
const names = metricNames((await get("/metrics")).body);

/** The names of the series, from the lines that tell their types. A histogram has three. */
function metricNames(text: string): Set<string> {
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    const [mark, word, name = "", type] = line.split(" ");
    if (mark !== "#" || word !== "TYPE") continue;
    const parts = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    for (const part of parts) found.add(name + part);
  }
  return found;
}

/** Words of an expression that look like names of metrics. */
const namesIn = (text: string) => [
  ...new Set(text.match(/\b(?:tenk|http|process|nodejs)_\w+/g) ?? []),
];

test.each(["alerts.yaml", "dashboard.json"])(
  "%s names metrics, and each one is in the output of the service",
  (file) => {
    const used = namesIn(readFileSync(new URL(file, folder), "utf8"));
    expect(used.length).toBeGreaterThan(7);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  },
);

test("each metric that comes from the database is in the dashboard", () => {
  const shown = namesIn(readFileSync(new URL("dashboard.json", folder), "utf8"));
  const own = [...names].filter((name) => name.startsWith("tenk_"));
  const base = (name: string) => name.replace(/_(bucket|sum|count)$/, "");
  const missing = own.filter((name) => !shown.some((one) => base(one) === base(name)));
  // These two are alerts, and have no curve.
  expect(missing.sort()).toEqual(["tenk_database_up", "tenk_unknown_members_last_day"]);
});
