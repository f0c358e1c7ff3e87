import { expect, test } from "vitest";
import { listRejected } from "#ingest/statements/cells/expand-lineage.ts";
import { statementsOf } from "#ingest/statements/cells/statement-rows.ts";
import { storedLine } from "#ingest/statements/cells/stored-line.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { sampleBuild } from "../../helpers/companies/models.ts";
import { build, line, period, registry } from "../standardization/company.ts";

const concept = (key: string) => registry.bySnakeKey.get(key) as Concept;

/** What lineage lists beside the value: tag, value, why not, and the guard. */
function rejected(built: ReturnType<typeof build>, key: string, name: string) {
  const { start, end } = period(built, key);
  const found = listRejected(
    concept(name),
    { ...line(built, key, name), start, end },
    { facts: built.facts, cik: built.cik, view: { kind: "latest" } },
  );
  return found.map(({ tag, value, because, guard }) => [tag, value, because, guard]);
}

test("a tag that a guard refused stands with its line, and its facts name the guard: P&G 2014 [PIP-05]", () => {
  const built = build("procter-gamble-2014");

  expect(line(built, "2014FY", "revenue")).toMatchObject({
    value: "83062000000",
    refused: [{ tag: "us-gaap:Revenues", guard: "notDwarfed:1.5" }],
  });
  expect(rejected(built, "2014FY", "revenue")).toContainEqual([
    "us-gaap:Revenues",
    "29400000000",
    "guard_or_scope",
    "notDwarfed:1.5",
  ]);
  expect(line(built, "2014FY", "net_income").refused).toBeUndefined();
});

test("a null for which every tag was refused shows what was filed and by which guard: Logistic Properties 2021 [PIP-05]", () => {
  const built = build("logistic-properties-2024");
  const { value, reason, refused = [] } = line(built, "2021FY", "operating_expenses");

  expect([value, reason]).toEqual([null, "scope_conflict"]);
  expect(refused.length).toBeGreaterThan(0);
  const shown = rejected(built, "2021FY", "operating_expenses");
  expect(shown.length).toBeGreaterThan(0);
  for (const [tag, , because, guard] of shown) {
    expect(because).toBe("guard_or_scope");
    expect(refused.map((one) => [one.tag, one.guard])).toContainEqual([tag, guard]);
  }
});

test("a stored statement gives back every line as it was built: value, unit, source, rank, flags, refused tags [PIP-03]", async () => {
  for (const built of [await sampleBuild("0001637459"), build("procter-gamble-2014")]) {
    let lines = 0;
    for (const one of built.periods) {
      for (const statement of statementsOf(built.cik, one, registry)) {
        const stored = JSON.parse(JSON.stringify(statement)) as typeof statement;
        for (const key of Object.keys(stored.fields)) {
          expect(storedLine(stored, concept(key)), `${one.key} ${key}`).toEqual(one.lines[key]);
          lines += 1;
        }
      }
    }
    expect(lines).toBeGreaterThan(100);
  }
});
