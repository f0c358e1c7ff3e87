import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import { openCompany } from "#jobs/registry/archived-company.ts";
import { takeAway } from "#jobs/registry/measure-suggestions.ts";
import { type Observations, observe } from "#jobs/registry/observe.ts";
import { type Suggestion, suggest } from "#jobs/registry/suggest.ts";
import { rareWordSimilarity } from "#jobs/registry/words.ts";
import { assembleRegistry } from "#registry/current/assemble.ts";
import { loadRelease } from "#registry/governance/releases.ts";
import { wordsOf } from "#registry/words.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const released = loadRelease("1.0.0");
const none = Number.NaN;
const monetary = { periodType: "duration", dataType: "monetary" } as const;

/** A company of three periods with these lines, implied values and one unmapped tag. */
function company(
  lines: Record<string, number[]>,
  implied: Record<string, number[]>,
  tag: [string, number[]],
  inapplicable: Record<string, number[]> = {},
): Observations {
  const columns = (of: Record<string, number[]>) =>
    new Map(Object.entries(of).map(([key, values]) => [key, Float64Array.from(values)]));
  const [name, values] = tag;
  return {
    lines: columns(lines),
    inapplicable: new Map(Object.entries(inapplicable).map(([key, at]) => [key, new Set(at)])),
    implied: columns(implied),
    tags: new Map([[name, { kind: monetary, values: Float64Array.from(values) }]]),
    texts: new Map(),
  };
}

function evidenceOf(observed: Observations, concept: string) {
  const [suggestion] = suggest(released, [observed]);
  return suggestion?.candidates.find((one) => one.concept === concept)?.evidence;
}

test("agreement, contradiction, identities and gaps are counted by period, and zero tells nothing", () => {
  const observed = company(
    { interest_expense: [10, none, none], gross_profit: [11, 5, 5] },
    { interest_expense: [none, 20, 31] },
    ["us-gaap:InterestExpenseLongTerm", [10, -20, 30]],
  );

  expect(evidenceOf(observed, "interest_expense")).toMatchObject({
    same: 1,
    differs: 0,
    closes: 1,
    misses: 1,
    fills: 2,
  });
  const zeros = company({ interest_expense: [0, 0, 0] }, {}, [
    "us-gaap:InterestExpenseX",
    [0, 0, 0],
  ]);
  expect(evidenceOf(zeros, "interest_expense")).toMatchObject({ same: 0, differs: 0, fills: 0 });
});

test("a line that does not apply has no gap to fill, and is no suggestion where it applies to nobody", () => {
  const lines = {
    interest_expense: [none, none, none],
    provision_for_credit_losses: [none, none, none],
  };
  const tag: [string, number[]] = ["us-gaap:ProvisionForCreditLosses2", [10, 20, 30]];
  const some = company(lines, {}, tag, { provision_for_credit_losses: [0, 1] });
  const nowhere = company(lines, {}, tag, { provision_for_credit_losses: [0, 1, 2] });

  expect(evidenceOf(some, "provision_for_credit_losses")).toMatchObject({ fills: 1 });
  expect(evidenceOf(nowhere, "provision_for_credit_losses")).toBeUndefined();
});

test("a score is the same whichever tags and companies are asked for", () => {
  const lines = { interest_expense: [none, none, none] };
  const wanted = "us-gaap:InterestExpenseNonoperating";
  const one = company(lines, {}, [wanted, [10, 20, 30]]);
  const others = ["InterestExpenseTrust", "InterestExpenseOther", "NonoperatingGain"].map((name) =>
    company(lines, {}, [`us-gaap:${name}`, [1, 2, 3]]),
  );
  const scoresOf = (found: Suggestion[]) => found.find(({ tag }) => tag === wanted)?.candidates;

  const alone = scoresOf(suggest(released, [one]));
  expect(alone?.length).toBeGreaterThan(0);
  expect(scoresOf(suggest(released, [one, ...others]))).toEqual(alone);
  expect(scoresOf(suggest(released, [one, ...others], { wanted: new Set([wanted]) }))).toEqual(
    alone,
  );
});

test("a tag is only suggested for lines of its own kind: a flow of money is no balance and no share count", () => {
  const [suggestion] = suggest(released, [
    company({ goodwill: [7, 7, 7], interest_expense: [7, 7, 7] }, {}, [
      "us-gaap:Goodwill2",
      [7, 7, 7],
    ]),
  ]);
  const named = suggestion?.candidates.map(({ concept }) => concept);

  expect(named).toContain("interest_expense");
  expect(named).not.toContain("goodwill");
});

test("names are cut into words, and rare words count more than common ones", () => {
  expect(wordsOf("IncreaseDecreaseInAccountsReceivable")).toEqual([
    "increase",
    "decrease",
    "account",
    "receivable",
  ]);
  const texts = ["interest expense", "tax expense", "rent expense", "interest"].map(wordsOf);
  const alike = rareWordSimilarity(texts);

  expect(alike(["interest"], ["interest"])).toBe(1);
  expect(alike(["interest"], ["tax"])).toBe(0);
  expect(alike(["tax", "expense"], ["tax"])).toBeGreaterThan(
    alike(["tax", "expense"], ["expense"]),
  );
});

test("tags are taken away in an order that nobody chose, and no line is left without any source", () => {
  const seen = Object.fromEntries([...released.tags].map((tag) => [tag, [2020, 2020]] as const));
  const { registry, taken } = takeAway(released, seen, 30);

  expect(taken.size).toBe(30);
  expect([...taken.keys()]).toEqual([...takeAway(released, seen, 30).taken.keys()]);
  for (const tag of taken.keys()) expect(registry.tags.has(tag)).toBe(false);
  expect(registry.tags.size).toBe(released.tags.size - 30);
  const bare = registry.concepts.filter(
    ({ mappings, rollup, derivation }) =>
      mappings.length === 0 && rollup === null && derivation === null,
  );
  expect(bare).toEqual([]);
});

test("tags that Kraft Heinz files and that are taken away come back with what speaks for them", async () => {
  const kraftHeinz = "0001637459";
  const { context } = await openTestPipeline({ ciks: [kraftHeinz] });
  await ingestCompany(kraftHeinz, context);
  const db = context.database.pool;
  const [identity] = await listStoredCompanies(db);
  if (!identity) throw new Error("nothing was ingested");
  const away = ["InterestExpense", "GrossProfit", "NetCashProvidedByUsedInOperatingActivities"];
  const without = assembleRegistry(
    structuredClone(released.concepts).map((one) => ({
      ...one,
      mappings: one.mappings.filter(({ xbrlConcept }) => !away.includes(xbrlConcept)),
    })),
    released,
  );
  const opened = await openCompany({ db, archive: context.archive }, identity);

  const found = suggest(without, [await observe(opened, without)], {
    wanted: new Set(away.map((tag) => `us-gaap:${tag}`)),
  });
  const first = new Map(found.map(({ tag, candidates }) => [tag, candidates[0]]));

  expect(first.get("us-gaap:InterestExpense")?.concept).toBe("interest_expense");
  expect(first.get("us-gaap:GrossProfit")).toMatchObject({
    concept: "gross_profit",
    evidence: { differs: 0 },
  });
  // Revenue less its cost is the gross profit by arithmetic.
  expect(first.get("us-gaap:GrossProfit")?.evidence.same).toBeGreaterThan(20);
  expect(first.get("us-gaap:NetCashProvidedByUsedInOperatingActivities")?.concept).toBe(
    "operating_cash_flow",
  );
});
