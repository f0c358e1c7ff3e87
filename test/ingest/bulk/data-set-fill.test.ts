import { expect, test } from "vitest";
import type { DataSetFiling } from "#ingest/facts/data-sets/data-set.ts";
import { fillFromDataSets } from "#ingest/facts/data-sets/fill-from-data-sets.ts";
import type { DataSetValue } from "#ingest/facts/data-sets/values.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";

const accession = "0001047469-10-004416";

function filingOf(values: Partial<DataSetFiling> = {}): DataSetFiling {
  return {
    cik: "0000021344",
    entityName: "COCA COLA CO",
    accession,
    form: "10-Q",
    filed: "2010-04-29",
    fy: 2010,
    fp: "Q1",
    roundedPeriodEnd: "2010-03-31",
    periodEnd: "2010-04-02",
    sic: "2086",
    fiscalYearEnd: "1231",
    values: [],
    dimensionedTags: [],
    unmapped: [],
    rejected: [],
    printed: [],
    ...values,
  };
}

function value(roundedEnd: string, quarters: number, tag = "Revenues"): DataSetValue {
  return { taxonomy: "us-gaap", tag, unit: "USD", roundedEnd, quarters, value: "7525" };
}

function factOf(values: Partial<Fact>): Fact {
  return {
    taxonomy: "us-gaap",
    tag: "NetIncomeLoss",
    unit: "USD",
    start: null,
    end: "2010-04-02",
    value: "1",
    accession: "0000000000-10-000001",
    form: "10-Q",
    filed: "2010-04-29",
    fy: 2010,
    fp: "Q1",
    decimals: null,
    dimensions: null,
    ...values,
  };
}

function reportOf(form: string, reportDate: string): FilingRecord {
  return {
    accession: `0000000000-10-${reportDate.replaceAll("-", "").slice(2)}`,
    cik: "0000021344",
    form,
    filed: "2010-04-29",
    acceptedAt: null,
    reportDate,
    primaryDocument: null,
    isXbrl: true,
  };
}

interface Given {
  filing?: Partial<DataSetFiling>;
  facts?: Fact[];
  filings?: FilingRecord[];
}

/** The period found for one value, as "start/end", with a question mark where its end is an estimate. */
function periodOf(rounded: DataSetValue, { filing, facts = [], filings = [] }: Given = {}): string {
  const [found] = fillFromDataSets([filingOf({ ...filing, values: [rounded] })], facts, filings);
  const fact = found?.[0];
  return `${fact?.start ?? ""}/${fact?.end}${fact?.isEndRounded ? "?" : ""}`;
}

test("the filing's own period is the one that its instance is named after", () => {
  expect(periodOf(value("2010-03-31", 0))).toBe("/2010-04-02");
});

test("a duration takes the exact period that another document reports of the same filing", () => {
  const facts = [factOf({ accession, start: "2010-01-01", end: "2010-04-02" })];

  expect(periodOf(value("2010-03-31", 1), { facts })).toBe("2010-01-01/2010-04-02");
});

test("what the same filing says of a period goes before what other filings say", () => {
  const facts = [
    factOf({ accession, end: "2010-04-03" }),
    factOf({ start: "2010-01-01", end: "2010-04-02" }),
    factOf({ tag: "Assets", start: "2010-01-01", end: "2010-04-02" }),
  ];

  expect(periodOf(value("2010-03-31", 0), { facts })).toBe("/2010-04-03");
});

test("the filing index knows the ends of earlier periods; other forms' dates are events", () => {
  const filings = [reportOf("10-K", "2009-12-27"), reportOf("8-K", "2010-01-02")];

  expect(periodOf(value("2009-12-31", 0), { filings })).toBe("/2009-12-27");
});

test("periods of sixteen, twelve and thirty-six weeks are found by their length in quarters", () => {
  const filing = { periodEnd: "2010-05-09", roundedPeriodEnd: "2010-04-30" };
  const filings = ["2009-08-30", "2009-11-22", "2010-02-14", "2010-05-09"].map((date) =>
    reportOf("10-Q", date),
  );
  const given = { filing, filings };

  expect(periodOf(value("2010-04-30", 1), given)).toBe("2010-02-15/2010-05-09");
  expect(periodOf(value("2010-04-30", 3), given)).toBe("2009-08-31/2010-05-09");
  expect(periodOf(value("2010-02-28", 2), given)).toBe("2009-08-31/2010-02-14");
});

test("without better knowledge quarters are thirteen weeks from a period that ends inside a month, and marked", () => {
  const filing = { periodEnd: "2010-03-27", fiscalYearEnd: null };

  expect(periodOf(value("2010-03-31", 1), { filing })).toBe("2009-12-27/2010-03-27");
  expect(periodOf(value("2009-12-31", 0), { filing })).toBe("/2009-12-26?");
  expect(periodOf(value("2009-03-31", 2), { filing })).toBe("2008-09-28/2009-03-28?");
  expect(periodOf(value("2009-09-30", 4), { filing })).toBe("2008-09-28/2009-09-26?");
});

test("spans of two filings that start with one year start on one day, the fiscal year end on file: Safeway", () => {
  const second = { periodEnd: "2009-06-20", roundedPeriodEnd: "2009-06-30" };
  const first = { periodEnd: "2010-03-27" };

  expect(periodOf(value("2009-06-30", 2), { filing: second })).toBe("2009-01-01/2009-06-20");
  expect(periodOf(value("2009-03-31", 1), { filing: first })).toBe("2009-01-01/2009-03-28?");
  expect(periodOf(value("2008-12-31", 0), { filing: second })).toBe("/2008-12-31?");
  // Two months are not the first quarter of a year, and the second quarter does not start with it.
  expect(periodOf(value("2009-02-28", 1), { filing: first })).toBe("2008-12-01/2009-02-28?");
  expect(periodOf(value("2009-06-30", 1), { filing: second })).toBe("2009-03-22/2009-06-20");
});

test("a quarter of four months is none, whatever fiscal year end is on file: NVIDIA", () => {
  const filing = { periodEnd: "2010-05-02", roundedPeriodEnd: "2010-04-30" };

  expect(periodOf(value("2010-04-30", 1), { filing: { ...filing, fiscalYearEnd: "1231" } })).toBe(
    "2010-02-01/2010-05-02",
  );
});

test("a quarter starts where another filing's comparative ends, a year's 28 weeks with the year: Kroger", () => {
  const values = [value("2009-07-31", 1), value("2009-07-31", 2)];
  const kroger = { fiscalYearEnd: "0131", roundedPeriodEnd: "2009-07-31", periodEnd: "2009-08-15" };
  const next = filingOf({
    accession: "0001104659-10-035823",
    fiscalYearEnd: "0131",
    roundedPeriodEnd: "2010-05-31",
    periodEnd: "2010-05-22",
  });
  const starts = (...others: DataSetFiling[]) =>
    fillFromDataSets([filingOf({ ...kroger, values }), ...others], [], [])[0]?.map(
      ({ start }) => start,
    );

  expect(starts(next)).toEqual(["2009-05-24", "2009-02-01"]);
  expect(starts()).toEqual(["2009-05-01", "2009-02-01"]);
});

test("without better knowledge the rounded date stays, and is marked", () => {
  const filing = { periodEnd: "2010-03-31" };

  expect(periodOf(value("2010-03-31", 1), { filing })).toBe("2010-01-01/2010-03-31");
  expect(periodOf(value("2009-12-31", 0), { filing })).toBe("/2009-12-31?");
  expect(periodOf(value("2009-12-31", 4), { filing })).toBe("2009-01-01/2009-12-31?");
  expect(periodOf(value("2008-02-29", 1), { filing: { periodEnd: null } })).toBe(
    "2007-12-01/2008-02-29?",
  );
});

test("of known ends a quarter before, the one nearest to the rounded start counts, of equals the earlier", () => {
  const startAfter = (...ends: string[]) =>
    periodOf(value("2010-03-31", 1), { filings: ends.map((end) => reportOf("10-Q", end)) });

  expect(startAfter("2009-12-27", "2010-01-02")).toBe("2010-01-03/2010-04-02");
  expect(startAfter("2010-01-02", "2009-12-29")).toBe("2009-12-30/2010-04-02");
  expect(startAfter("2009-12-29", "2010-01-02")).toBe("2009-12-30/2010-04-02");
  expect(startAfter("2009-10-02", "2009-12-27")).toBe("2009-12-28/2010-04-02");
});

test("a filer whose periods always end with a month needs no mark", () => {
  const filings = ["2009-06-30", "2009-09-30", "2010-03-31"].map((d) => reportOf("10-Q", d));
  const filing = { periodEnd: "2010-03-31" };

  expect(periodOf(value("2008-12-31", 0), { filing, filings })).toBe("/2008-12-31");
  expect(
    periodOf(value("2008-12-31", 0), {
      filing,
      filings: [...filings, reportOf("10-K", "2007-12-29")],
    }),
  ).toBe("/2008-12-31?");
});

test("a version that another document has of the filing is neither repeated nor replaced", () => {
  const values = [
    value("2010-03-31", 1),
    value("2010-03-31", 0, "Assets"),
    value("2009-12-31", 0, "Assets"),
    value("2010-03-31", 1, "Costs"),
  ];
  const facts = [
    factOf({ accession, tag: "Revenues", start: "2010-01-01", end: "2010-04-02", value: "9" }),
    factOf({ accession, tag: "Assets", end: "2010-04-02", value: "9" }),
    // Other filings, other units and other lengths are other versions.
    factOf({ tag: "Costs", start: "2010-01-01", end: "2010-04-02" }),
    factOf({ accession, tag: "Costs", unit: "CAD", start: "2010-01-01", end: "2010-04-02" }),
    factOf({ accession, tag: "Costs", start: "2009-10-03", end: "2010-04-02" }),
  ];
  const [filled] = fillFromDataSets([filingOf({ values })], facts, []);

  expect(filled?.map(({ tag, end }) => `${tag} ${end}`)).toEqual([
    "Assets 2009-12-31",
    "Costs 2010-04-02",
  ]);
});

test("a filing that companyfacts covers whole needs nothing of the data sets", () => {
  const facts = [factOf({ accession, tag: "Revenues", start: "2010-01-01" })];
  const filing = filingOf({ values: [value("2010-03-31", 1)] });

  expect(fillFromDataSets([filing], facts, [])).toEqual([[]]);
});

test("facts carry what the data sets know of their filing [PIP-03]", () => {
  const [filled] = fillFromDataSets([filingOf({ values: [value("2010-03-31", 0)] })], [], []);

  expect(filled).toEqual([factOf({ tag: "Revenues", value: "7525", accession })]);
});

test("of several periods of the filing the one that most of its facts have counts, if it is as long", () => {
  const end = "2010-04-02";
  const of = (start: string, tag: string) => factOf({ accession, start, end, tag });
  const facts = [of("2010-01-01", "A"), of("2010-01-04", "B"), of("2010-01-04", "C")];
  const longer = ["D", "E", "F"].map((tag) => of("2009-10-03", tag));

  expect(periodOf(value("2010-03-31", 1), { facts })).toBe("2010-01-04/2010-04-02");
  expect(periodOf(value("2010-03-31", 1), { facts: [...longer, ...facts] })).toBe(
    "2010-01-04/2010-04-02",
  );
  expect(periodOf(value("2010-03-31", 2), { facts: [...longer, ...facts] })).toBe(
    "2009-10-03/2010-04-02",
  );
});

test("the filing's own period goes before the days that its company's other reports name", () => {
  const filings = [reportOf("10-Q", "2010-03-31"), reportOf("10-Q", "2010-03-31")];

  expect(periodOf(value("2010-03-31", 0), { filings })).toBe("/2010-04-02");
});

test("a filer's own element stays marked as one", () => {
  const own = { ...value("2010-03-31", 0), isOwnElement: true as const };
  const [filled] = fillFromDataSets([filingOf({ values: [own, value("2010-03-31", 0)] })], [], []);

  expect(filled?.map(({ isOwnElement }) => isOwnElement)).toEqual([true, undefined]);
  expect(filled?.[1]).not.toHaveProperty("isOwnElement");
});

test("the order of documents changes no date [PIP-08]", () => {
  const older = filingOf({
    accession: "0001047469-09-007013",
    roundedPeriodEnd: "2009-06-30",
    periodEnd: "2009-07-03",
    values: [value("2009-06-30", 2), value("2008-12-31", 0)],
  });
  const newer = filingOf({ values: [value("2010-03-31", 1), value("2009-06-30", 0)] });
  const facts = ["2009-01-01", "2009-04-04", "2009-01-02"].map((start) =>
    factOf({ start, end: "2009-07-03" }),
  );
  const filings = ["2009-12-31", "2010-01-03"].map((date) => reportOf("10-K", date));
  const straight = fillFromDataSets([older, newer], facts, filings);
  const turned = fillFromDataSets([newer, older], facts.toReversed(), filings.toReversed());

  expect(turned).toEqual(straight.toReversed());
  expect(straight[1]?.map(({ end }) => end)).toEqual(["2010-04-02", "2009-07-03"]);
});
