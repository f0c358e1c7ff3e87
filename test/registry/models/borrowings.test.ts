import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

/** Debt of Logistic Properties, in USD, beside these borrowings of the note. */
function logisticProperties(long: number, due: number, all: number | null) {
  const source = makeSource({
    years: withLines({
      ...{ total_debt: null, short_term_borrowings: null, debt_current: null },
      ...{ current_portion_of_long_term_debt: due, long_term_debt: long },
    }),
  });
  const facts = source.facts.map((one) =>
    one.tag === "Tag_long_term_debt"
      ? { ...one, taxonomy: "ifrs-full", tag: "LongtermBorrowings" }
      : one,
  );
  const borrowings = { taxonomy: "ifrs-full", tag: "Borrowings", start: null };
  const filed = all === null ? [] : [{ ...borrowings, value: all }];
  return extractFacts(withFiled({ ...source, facts }, filed)).balance.total_debt?.value;
}

test("long-term borrowings that come to all borrowings hold what falls due", () => {
  // The balance sheet of 2024 prints 253,248,978 and 12,636,821; that of 2023 prints 253,151,137 and 16,703,098.
  expect(logisticProperties(265_885_799, 12_636_821, 267_216_692)).toBe(253_248_978 + 12_636_821);
  expect(logisticProperties(269_854_235, 16_703_098, 271_344_270)).toBe(253_151_137 + 16_703_098);
});

test("long-term borrowings stand beside what falls due where all borrowings are both, or are not filed", () => {
  const both = 253_248_978 + 12_636_821;
  expect(logisticProperties(253_248_978, 12_636_821, both)).toBe(both);
  expect(logisticProperties(253_248_978, 12_636_821, null)).toBe(both);
});
