import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const leasesOf = (whole: number, current: number | null, noncurrent: number) =>
  extractFacts(
    makeSource({
      years: withLines({
        operating_lease_liability: whole,
        operating_lease_liability_current: current,
        operating_lease_liability_noncurrent: noncurrent,
      }),
    }),
  ).operatingLeases.liability;

test("a whole of Upexi 2024 that is the noncurrent leases stands with the current ones", () => {
  const liability = leasesOf(1_732_606, 1_031_714, 1_732_606);
  expect(liability?.value).toBe(2_764_320);
  expect(liability?.provenance?.inputs?.map(({ value }) => value)).toEqual([1_031_714, 1_732_606]);
});

test("leases of Cohu 2020, which it states by row alone, are all payments less the interest", () => {
  const of = "LesseeOperatingLeaseLiability";
  const payments = { tag: `${of}PaymentsDue`, value: 39_635_000, start: null };
  const interest = { tag: `${of}UndiscountedExcessAmount`, value: 8_783_000, start: null };
  const liability = (filed: readonly FiledFact[]) =>
    extractFacts(withFiled(makeSource(), filed)).operatingLeases.liability;
  expect(liability([payments, interest])).toMatchObject({
    ...{ value: 30_852_000, note: "all payments less the interest within them, as of 2023-12-31" },
  });
  expect(liability([payments])).toBeNull();
});

test("a whole that is both parts, or the noncurrent leases alone where none are current, stays", () => {
  expect(leasesOf(2_764_320, 1_031_714, 1_732_606)?.value).toBe(2_764_320);
  expect(leasesOf(1_732_606, 0, 1_732_606)?.value).toBe(1_732_606);
  expect(leasesOf(1_732_606, null, 1_732_606)?.value).toBe(1_732_606);
});
