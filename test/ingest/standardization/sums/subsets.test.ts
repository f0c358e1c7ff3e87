import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import type { CompanyBuild, FactDocument } from "#ingest/company-input.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { sampleCompanies, sampleDate } from "#ingest/sample/companies.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { documentOf, figures, inputOf, registry } from "../company.ts";

/*
 * A line that shows a filed value as it stands, built from some documents of a company, is compared with the build from
 * all of them where the other documents are unrelated: none states anything new for the last day of the period, and no
 * document states another value of the same tag and days. The value must be the same up to one unit of its last
 * digit, as a difference of years to date may replace a quarter that a note rounds. Or the line names the filed tag among the refused.
 */

const fixtures = ["pepsico-2014", "nvidia-ttm", "apple-2018-tags"];

/** Proceeds of new stock and of options take turns in Nikola's filings: what the line shows depends on the others still. */
const unsettled = new Set(["0001731289 stock_issued"]);

test.each(sampleCompanies)(
  "unrelated documents change no filed value of the sample company $cik [PIP-08]",
  async ({ cik }) => {
    const body = companyFactsJson(await readFigures(cik), sampleDate);
    expectSettled(
      cik,
      parseCompanyFacts(Buffer.from(body ?? ""), registry.tags).facts,
      [1, 2, 3, 4],
    );
  },
);

test.each(fixtures)("unrelated documents change no filed value of %s [PIP-08]", (name) => {
  expectSettled(name, figures(name), [1, 2, 3, 4, 5, 6, 7, 8]);
});

function expectSettled(name: string, facts: Fact[], seeds: number[]): void {
  const documents = filingsOf(facts);
  const whole = buildCompany(inputOf(documents), registry);
  const outcomes = seeds.flatMap((seed) => {
    const some = someOf(documents, seed);
    return compare(buildCompany(inputOf(some), registry), whole, newsOf(some, facts), facts);
  });
  const changed = outcomes.filter(({ fault }) => fault !== null);
  expect(outcomes.length).toBeGreaterThan(5);
  expect(changed.filter(({ concept }) => !unsettled.has(`${name} ${concept}`))).toEqual([]);
}

function filingsOf(facts: readonly Fact[]): FactDocument[] {
  const byFiling = Map.groupBy(facts, ({ accession }) => accession);
  return [...byFiling].map(([digest, stated]) => documentOf(stated, { digest }));
}

/** A part of the documents (30 to 90 %) in another order: the same for the same seed. */
function someOf(documents: readonly FactDocument[], seed: number): FactDocument[] {
  let state = seed * 7919;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const share = 0.3 + 0.6 * next();
  const drawn = documents.map((document) => ({ document, draw: next(), at: next() }));
  const kept = drawn.filter(({ draw }) => draw < share).sort((a, b) => a.at - b.at);
  return kept.map(({ document }) => document);
}

const daysOf = ({ taxonomy, tag, unit, start, end }: Fact) =>
  [taxonomy, tag, unit, start, end].join(" ");

/** The last days of which the other documents say something new. */
function newsOf(some: readonly FactDocument[], facts: readonly Fact[]): Set<string> {
  const statement = (fact: Fact) => `${daysOf(fact)} ${Number(fact.value)}`;
  const known = new Set(some.flatMap(({ parsed }) => parsed.facts.map(statement)));
  return new Set(facts.filter((fact) => !known.has(statement(fact))).map(({ end }) => end));
}

interface Outcome {
  concept: string;
  fault: string | null;
}

function compare(
  part: CompanyBuild,
  whole: CompanyBuild,
  news: ReadonlySet<string>,
  facts: Fact[],
) {
  const values = Map.groupBy(facts, daysOf);
  const isRestated = (fact: Fact) =>
    new Set(values.get(daysOf(fact))?.map(({ value }) => Number(value))).size > 1;
  return part.periods.flatMap((period) =>
    Object.entries(period.lines).flatMap(([concept, { lineage }]): Outcome[] => {
      const fact = typeof lineage === "number" ? part.facts[lineage] : undefined;
      if (!fact || news.has(period.end) || news.has(fact.end) || isRestated(fact)) return [];
      const after = periodOf(whole, period, fact)?.lines[concept];
      return [{ concept, fault: isSame(fact, after) ? null : faultOf(period, fact, after) }];
    }),
  );
}

/** A period starts and ends up to a week elsewhere when neighbours are at hand; balances only need the last day. */
function periodOf(whole: CompanyBuild, period: StatementPeriod, { start }: Fact) {
  const isNear = (a: string, b: string) =>
    Math.abs(Date.parse(a) - Date.parse(b)) <= 7 * 86_400_000;
  return whole.periods.find(
    (one) => isNear(one.end, period.end) && (start === null || isNear(one.start, period.start)),
  );
}

function isSame({ value, taxonomy, tag }: Fact, after: Line | undefined): boolean {
  if (after?.refused?.some((refused) => refused.tag === `${taxonomy}:${tag}`)) return true;
  if (after === undefined || after.value === null) return false;
  const unit = value.includes(".") ? 0 : 10 ** (/0*$/.exec(value)?.[0].length ?? 0);
  const isComputed = typeof after.lineage !== "number";
  return Math.abs(Number(after.value) - Number(value)) <= (isComputed && unit > 1 ? unit : 0);
}

const faultOf = ({ key }: StatementPeriod, { tag, value }: Fact, after: Line | undefined) =>
  `${key}: ${tag} ${value} became ${after?.value ?? after?.reason ?? "no line"}`;
