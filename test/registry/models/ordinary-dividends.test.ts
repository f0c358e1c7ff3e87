import { expect, test } from "vitest";
import { holdsPreferred } from "#registry/models/inputs/dividends.ts";
import type { ModelSource, SourcePeriod } from "#registry/models/inputs/source.ts";

// General Electric 2009: 8,986 paid to shareowners, of it 300 to the preferred ones.
test.for([
  ["PaymentsOfOrdinaryDividends", true],
  ["PaymentsOfDividends", true],
  ["PaymentsOfDividendsCommonStock", false],
] as const)("%s holds preferred dividends: %s", ([tag, isHeld]) => {
  const facts = [{ taxonomy: "us-gaap", tag, value: "8986000000" }];
  const period = { lines: { dividends_paid: { value: "8986000000", lineage: 0 } } };
  const source = { facts } as unknown as ModelSource;
  expect(holdsPreferred(source, period as unknown as SourcePeriod)).toBe(isHeld);
});
