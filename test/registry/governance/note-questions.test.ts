import { expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import { noteQuestions } from "#registry/governance/note-questions.ts";
import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";

const { concepts, bySnakeKey } = loadRegistry();
const cost = bySnakeKey.get("cost_of_revenue") as Concept;
const tax = bySnakeKey.get("income_tax_expense") as Concept;

const mappingOf = (xbrlConcept: string): Mapping => ({
  ...(tax.mappings[0] as Mapping),
  xbrlConcept,
});

/** What is asked of a registry in which one concept is changed. */
const askedOf = (concept: Concept, change: Partial<Concept>) =>
  noteQuestions(
    concepts,
    concepts.map((one) => (one.id === concept.id ? { ...one, ...change } : one)),
  );

test("the registry as it is asks nothing", () => {
  expect(noteQuestions(concepts, concepts)).toEqual([]);
});

test("a tag that the note refuses is asked about, by the beginning of its name, too", () => {
  const mappings = [...tax.mappings, mappingOf("IncomeTaxesPaidNet")];

  expect(askedOf(tax, { mappings })).toEqual([
    `${tax.id}: its note says "IncomeTaxesPaid* must never map here.", and IncomeTaxesPaidNet is added. ` +
      "Does the note still hold? Change it, too, or take the change back.",
  ]);
  expect(askedOf(tax, { mappings, note: "The cash paid stands in." })).toEqual([]);
  expect(askedOf(tax, { mappings: [...tax.mappings, mappingOf("SomeOtherTag")] })).toEqual([]);
});

test("another order of tags is asked about where the note speaks of it", () => {
  const questions = askedOf(cost, { mappings: [...cost.mappings].reverse() });

  expect(questions).toHaveLength(1);
  expect(questions[0]).toContain("CostOfRevenue must precede CostOfGoodsAndServicesSold");
});
