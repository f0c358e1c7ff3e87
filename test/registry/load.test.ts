import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseConcept } from "#registry/current/concept.ts";
import { canonicalJson, registryDigest, sha256Hex } from "#registry/current/digest.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { listReleases } from "#registry/governance/releases.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";

const registry = loadRegistry();
const concept = (key: string): Concept => {
  const found = registry.bySnakeKey.get(key);
  if (!found) throw new Error(key);
  return found;
};
const tagsOf = (key: string, taxonomy = "us-gaap") =>
  concept(key)
    .mappings.filter((mapping) => mapping.taxonomy === taxonomy)
    .map((mapping) => mapping.xbrlConcept);

test("the registry states its versions, its digest and 162 concepts, 23 of them universal [SFR-02] [VER-08]", () => {
  expect(registry.registryVersion.replace(/\+unreleased$/, "")).toBe(listReleases().at(-1));
  expect(registry.standardVersion).toBe("1.3.0");
  expect(registry.registrySha256).toMatch(/^[0-9a-f]{64}$/);
  const served = registry.concepts.filter(({ status }) => status !== "proposed");
  expect(served).toHaveLength(162);
  expect(served.filter((c) => c.prevalence === "universal")).toHaveLength(23);
  expect(Map.groupBy(served, (c) => c.statement).get("company_facts")).toHaveLength(11);
});

test("a reader recomputes the digest from the published concepts, in any order of fields and entries [SFR-04]", () => {
  const published = JSON.parse(JSON.stringify(registry.concepts)) as Record<string, unknown>[];
  const shuffled = published
    .toReversed()
    .map((entry) => Object.fromEntries(Object.entries(entry).toReversed()));
  const ordered = shuffled.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));

  expect(sha256Hex(canonicalJson(ordered))).toBe(registry.registrySha256);
});

test("any change of a mapping changes the digest [SFR-04]", () => {
  const changed = structuredClone(registry.concepts) as Concept[];
  changed[0]?.mappings.reverse();

  expect(registryDigest(changed)).not.toBe(registry.registrySha256);
});

test("canonical JSON sorts keys, keeps arrays and leaves undefined out [SFR-04]", () => {
  expect(canonicalJson({ b: [2, 1], a: { d: null, c: "é\n" }, e: undefined })).toBe(
    '{"a":{"c":"é\\n","d":null},"b":[2,1]}',
  );
});

test("every concept has all fields of the specification with valid values [SFR-05] [SFR-06] [SFR-07] [SFR-08] [SFR-09]", () => {
  const published = z.object({
    id: z.string().startsWith("sfrs:"),
    label: z.string().min(1),
    definition: z.string().min(20),
    dataType: z.enum(["monetary", "per_share", "shares", "pure"]),
    periodType: z.enum(["duration", "instant"]),
    balance: z.enum(["debit", "credit"]).nullable(),
    status: z.enum(["active", "deprecated", "proposed"]),
    role: z.enum(["reported", "subtotal", "derived"]),
    prevalence: z.enum(["universal", "conditional"]),
    snakeKey: z.string(),
    rollup: z.object({ terms: z.array(z.unknown()) }).nullable(),
    derivation: z.array(z.object({ terms: z.array(z.unknown()) })).nullable(),
    sourceability: z.array(z.string()).min(1),
    mappings: z.array(
      z.object({ taxonomy: z.string(), version: z.string(), xbrlConcept: z.string() }),
    ),
  });
  for (const entry of registry.concepts) expect(published.safeParse(entry).error).toBeUndefined();
  expect(concept("revenue")).toMatchObject({
    dataType: "monetary",
    periodType: "duration",
    balance: "credit",
  });
  const definitions = new Set(registry.concepts.map((c) => c.definition));
  expect(definitions.size).toBe(registry.concepts.length);
});

test("mappings stand in order of preference and name taxonomy, version and element [SFR-13]", () => {
  expect(tagsOf("cost_of_revenue").slice(0, 2)).toEqual([
    "CostOfRevenue",
    "CostOfGoodsAndServicesSold",
  ]);
  expect(tagsOf("liabilities_and_equity", "ifrs-full")).toEqual(["EquityAndLiabilities"]);
  expect(concept("cover_public_float").mappings).toEqual([
    expect.objectContaining({ taxonomy: "dei", xbrlConcept: "EntityPublicFloat", sign: 1 }),
  ]);
});

test("elements that are not synonyms are mapped nowhere [SFR-13]", () => {
  for (const tag of [
    "us-gaap:NoncurrentAssets",
    "us-gaap:AllocatedShareBasedCompensationExpense",
    "us-gaap:CapitalExpendituresIncurredButNotYetPaid",
    "us-gaap:ProvisionForDoubtfulAccounts",
    "us-gaap:DeferredTaxAssetsNet",
  ]) {
    expect(registry.tags.has(tag), tag).toBe(false);
  }
  expect(registry.tags.has("us-gaap:Assets")).toBe(true);
  const payables = concept("accounts_payable").mappings;
  const combined = payables.findIndex(({ xbrlConcept }) =>
    xbrlConcept.includes("AndAccruedLiabilities"),
  );
  const names = payables.slice(combined).filter(({ taxonomy }) => taxonomy === "us-gaap");
  expect(names.map(({ scope }) => scope)).toEqual(names.map(() => "wider"));
  expect(tagsOf("interest_expense")).not.toContain("InterestPaidNet");
  expect(tagsOf("income_tax_expense")).not.toContain("IncomeTaxesPaidNet");
});

test("opposite-sign elements carry the sign -1, all others 1: IFRS working capital, distributions in excess of income, net interest", () => {
  const negative = registry.concepts
    .flatMap((c) => c.mappings)
    .filter((mapping) => mapping.sign === -1)
    .map((mapping) => mapping.xbrlConcept);

  expect(negative.sort()).toEqual([
    "AccumulatedDistributionsInExcessOfNetIncome",
    "AdjustmentsForDecreaseIncreaseInInventories",
    "AdjustmentsForDecreaseIncreaseInTradeAccountReceivable",
    "AdjustmentsForDecreaseIncreaseInTradeAndOtherReceivables",
    "InterestIncomeExpenseNet",
    "InterestIncomeExpenseNonoperatingNet",
  ]);
});

test("ratios, per-share figures, average shares and income to common are never added or subtracted", () => {
  expect(registry.concepts.filter((c) => !c.additive).map((c) => c.snakeKey)).toEqual([
    "effective_tax_rate",
    "net_income_to_common",
    "eps_basic",
    "eps_diluted",
    "weighted_average_shares_basic",
    "weighted_average_shares_diluted",
  ]);
});

test("snakeKeys and ids are unique [SFR-15]", () => {
  expect(registry.bySnakeKey.size).toBe(registry.concepts.length);
  expect(new Set(registry.concepts.map((c) => c.id)).size).toBe(registry.concepts.length);
});

test("nothing of a loaded registry can be changed", () => {
  expect(() => concept("revenue").mappings.push()).toThrow(TypeError);
  expect(() => {
    concept("gross_profit").label = "Margin";
  }).toThrow(TypeError);
});

test("a file entry with a wrong field is refused in one sentence with file, id and field", () => {
  const entry = { ...concept("goodwill"), mappings: [{ taxonomy: "us-gap" }] };

  expect(() => parseConcept(entry, "balance-sheet.json")).toThrow(
    /^balance-sheet\.json: sfrs:Goodwill: mappings\.0\.taxonomy: /,
  );
  expect(() => parseConcept({ ...concept("goodwill"), _comment: "x" }, "a.json")).toThrow(
    /sfrs:Goodwill.*_comment/,
  );
  expect(() => parseConcept(null, "a.json")).toThrow(/an entry without id/);
  expect(() => parseConcept({ ...concept("goodwill"), definition: undefined }, "a.json")).toThrow(
    /definition/,
  );
});

test("the new concept that the README shows is a valid entry, and its table names every allowed value", () => {
  const readme = readFileSync(new URL("../../registry/README.md", import.meta.url), "utf8");
  const [, example = ""] = /```json\n([\s\S]+?)```/.exec(readme) ?? [];
  const entry = JSON.parse(example) as Record<string, unknown>;
  const table = readme.slice(readme.indexOf("| field | values |"), readme.indexOf("Fields with"));

  const parsed = parseConcept(entry, "README.md");
  expect(registry.bySnakeKey.has(parsed.snakeKey)).toBe(false);
  const fields = ["statement", "dataType", "periodType", "status", "role", "prevalence"] as const;
  for (const field of fields) {
    for (const one of registry.concepts) expect(table).toContain(`\`${one[field]}\``);
    expect(() => parseConcept({ ...entry, [field]: "nonsense" }, "README.md")).toThrow(field);
  }
  for (const { mappings } of registry.concepts) {
    for (const { taxonomy, scope, guards } of mappings) {
      for (const value of [taxonomy, scope]) expect(table).toContain(`\`${value}\``);
      for (const { kind } of guards) expect(table).toContain(`"kind": "${kind}"`);
    }
  }
});
