import { expect, test } from "vitest";
import { chooseInstances } from "#ingest/sources/edgar/gather/choose-instances.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";

const [older, newer] = ["0000320193-23-000106", "0000320193-24-000123"];

const filings = [older, newer].map(
  (accession, index) =>
    ({ accession, form: "10-K", filed: `202${index + 3}-11-01`, isXbrl: true }) as FilingRecord,
);

/** A document of Apple's cover share counts, with what the regulator says of them, and of its assets. */
const documentOf = (description: string, inCover: readonly string[]) =>
  Buffer.from(
    JSON.stringify({
      facts: {
        dei: {
          EntityCommonStockSharesOutstanding: {
            description,
            units: { shares: inCover.map((accn) => ({ accn, val: 15_115_823_000 })) },
          },
        },
        "us-gaap": { Assets: { units: { USD: [{ accn: newer }, { accn: older }] } } },
      },
    }),
  );

const chosen = (facts: Buffer | null) =>
  chooseInstances(filings, facts).map(({ accession }) => accession);

test.each([
  "plain words",
  'a brace } and a quote \\" } in words',
  "an open brace { in words",
  "ends in a backslash \\",
])(
  "a report whose cover has a share count is not fetched again, whatever %s says",
  (description) => {
    expect(chosen(documentOf(description, [older]))).toEqual([newer]);
    expect(chosen(documentOf(description, [older, newer]))).toEqual([]);
  },
);

test("without cover share counts, every report is fetched, newest first", () => {
  expect(chosen(null)).toEqual([newer, older]);
  expect(chosen(documentOf("", []))).toEqual([newer, older]);
  const other = {
    facts: { dei: { EntityCommonStockSharesOutstanding: null }, x: { accn: newer } },
  };
  expect(chosen(Buffer.from(JSON.stringify(other)))).toEqual([newer, older]);
});
