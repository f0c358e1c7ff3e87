import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { isPassed } from "#ingest/checks/check.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { bookOf, linesOf } from "#registry/rules/book.ts";
import { readRules } from "#registry/rules/load-rules.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import { documentOf, inputOf, line } from "../../ingest/standardization/company.ts";
import { factsOf } from "./case-facts.ts";

const rules = readRules();
const registry = loadRegistry();

test("rules stand in the order in which they are applied, and each has an id and a place of its own", () => {
  const places = rules.map(({ place }) => place);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(rules.length);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(registry.rules.all.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
});

test("every rule has a case", () => {
  expect(rules.filter((rule) => rule.cases.length === 0).map(({ id }) => id)).toEqual([]);
});

test("a rule tells which lines it reads and changes", () => {
  const rule = rules.find(({ id }) => id === "noncontrolling-inside-equity");
  expect(rule && linesOf(rule).sort()).toEqual([
    "liabilities_and_equity",
    "noncontrolling_interest",
    "stockholders_equity",
    "temporary_equity",
    "total_equity",
    "total_liabilities",
  ]);
});

test("the document of rules names every rule, and no other", () => {
  const url = new URL("../../../docs/rules/standardization.md", import.meta.url);
  const named = readFileSync(url, "utf8").matchAll(/`rule:([A-Za-z0-9-]+)`/g);
  const ids = [...new Set([...named].map(([, id]) => id))].sort();
  expect(ids).toEqual(rules.map(({ id }) => id).sort());
});

test("without its rule the filed equity of BB&T stays as it is", () => {
  const rule = rules.find(({ id }) => id === "noncontrolling-inside-equity");
  const [first] = rule?.cases ?? [];
  const without = withoutRule(rule?.id ?? "");
  const input = inputOf([documentOf(first ? factsOf(first, registry) : [])]);
  const value = (of: typeof registry) =>
    line(buildCompany(input, of), "2020FY", "stockholders_equity").value;
  expect([value(registry), value(without)]).toEqual(["14747000000", "14792000000"]);
});

const withoutRule = (id: string): typeof registry => {
  const left = registry.concepts.map((concept) => ({
    ...concept,
    rules: (concept.rules ?? []).filter((rule) => rule.id !== id),
  }));
  return { ...registry, rules: bookOf(left.flatMap((concept) => concept.rules)) };
};

const cases = rules.flatMap((rule) => rule.cases.map((one) => ({ rule, one, name: rule.id })));

describe("figures of filings under the rule", () => {
  test.each(cases)("$name: $one.of", ({ rule, one }) => {
    const built = buildCompany(inputOf([documentOf(factsOf(one, registry))]), registry);
    const shown = (period: string, keys: string[]) =>
      Object.fromEntries(
        keys.map((key) => {
          const { value, reason } = line(built, period, key);
          return [key, value ?? `null:${reason}`];
        }),
      );
    expect(shown("2020FY", Object.keys(one.shows))).toEqual(one.shows);
    const { fourth = {}, flags = {} } = one;
    expect(fourth).toEqual(
      Object.keys(fourth).length > 0 ? shown("2020Q4", Object.keys(fourth)) : {},
    );
    for (const [key, expected] of Object.entries(flags)) {
      const own = line(built, "2020FY", key).flags;
      for (const flag of expected) {
        if (flag.startsWith("!")) expect(own).not.toContain(flag.slice(1));
        else expect(own).toContain(flag);
      }
    }
    if (one.passes === undefined) return;
    const check = "check" in rule.applies ? rule.applies.check : rule.id;
    const results = runChecks(built, registry).filter(
      ({ id, period }) => id === check && period === "2020FY",
    );
    const ran = results.filter(({ outcome }) => outcome !== "not_run");
    expect(ran.length, results.map(({ reason }) => reason).join()).toBeGreaterThan(0);
    expect(ran.every(isPassed)).toBe(one.passes);
  });
});

describe("of the lines that a rule changes one at least names it", () => {
  test.each(cases)("$name: $one.of", ({ rule, one }) => {
    const input = inputOf([documentOf(factsOf(one, registry))]);
    const keys = [...new Set([...linesOf(rule), ...Object.keys(one.shows)])];
    const linesBy = (of: typeof registry) => {
      const built = buildCompany(input, of);
      const periods = one.fourth ? ["2020FY", "2020Q4"] : ["2020FY"];
      return periods.flatMap((key) => {
        const period = built.periods.find((one) => one.key === key);
        return keys.map((of) => period?.lines[of]);
      });
    };
    const without = linesBy(withoutRule(rule.id));
    const shown = ({ value, reason, flags }: Line) => [value, reason, ...flags].join(" ");
    const changed = linesBy(registry).flatMap((own, i) => {
      const other = without[i];
      return own && other && shown(own) !== shown(other) ? [own] : [];
    });
    const naming = changed.filter(({ rules: ids = [] }) => ids.includes(rule.id));
    expect(naming.length > 0).toBe(changed.length > 0);
  });
});
