import { describe, expect, test } from "vitest";
import type { FactDocument } from "#ingest/company-input.ts";
import { cikOf, readCover } from "#ingest/facts/document-cover.ts";
import { formClass, isAmendment, tierOf } from "#ingest/facts/forms.ts";
import { listHistories } from "#ingest/facts/history/history.ts";
import { newestFiled } from "#ingest/facts/history/newest-filed.ts";
import { mergeDocuments } from "#ingest/facts/merge-documents.ts";
import { findOthersStatements } from "#ingest/facts/others-statements.ts";
import { findSplitOff } from "#ingest/facts/split-off.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";
import { documentOf } from "../standardization/company.ts";

describe("what kind of filing a form is (2.1)", () => {
  test.each([
    ["annual", 1, ["10-K", "10-K405", "10-KSB", "10-KT", "20-F", "40-F"]],
    ["interim", 1, ["10-Q", "10-QT", "10-QSB"]],
    ["current", 2, ["8-K", "6-K"]],
    ["other", 3, ["S-1", "DEF 14A", "10-k", ""]],
  ] as const)("%s, tier %i: %o", (kind, tier, forms) => {
    for (const form of forms) {
      expect([form, formClass(form), tierOf(form), isAmendment(form)]).toEqual([
        form,
        kind,
        tier,
        false,
      ]);
      expect([formClass(`${form}/A`), tierOf(`${form}/A`), isAmendment(`${form}/A`)]).toEqual([
        kind,
        tier,
        true,
      ]);
    }
  });
});

test("of reports without a date the later period has the last word, whatever their names are: Salesforce", () => {
  const reports: Partial<Fact>[] = [
    { value: "300", fy: 2025 },
    { value: "299", fy: 2024, fp: "Q3" },
    { value: "290", fy: 2024, fp: "Q1" },
    { value: "288", fy: 2023, form: "10-K/A" },
    { value: "287", fy: 2023 },
  ];
  const documents = reports.map((report, index) => {
    const of = { form: "10-K", fp: "FY", filed: null, accession: `unknown-${index}` };
    return documentOf([makeFact({ ...of, ...report })]);
  });
  const values = mergeDocuments(documents).map(({ value }) => value);
  expect(values).toEqual(["287", "288", "290", "299", "300"]);
});

describe("documents that carry the same version of a fact", () => {
  const fact = (value: string, over: Partial<Fact> = {}) =>
    makeFact({ value, accession: "a", filed: "2024-02-15", ...over });
  const crawled = (facts: Fact[], over: Partial<FactDocument> = {}) => documentOf(facts, over);
  const values = (...documents: FactDocument[]) => {
    const orders = [documents, documents.toReversed()];
    const [one, other] = orders.map((order) =>
      mergeDocuments(order).map(({ value, accession, decimals }) => [value, accession, decimals]),
    );
    expect(other).toEqual(one);
    return one;
  };

  test.each<[string, FactDocument, FactDocument, string]>([
    [
      "with the newest filing inside",
      crawled([fact("1"), fact("9", { accession: "b", filed: "2024-03-01", tag: "Zero" })], {
        fetchedAt: "2020",
      }),
      crawled([fact("2")]),
      "1",
    ],
    [
      "crawled later",
      crawled([fact("1")], { fetchedAt: "2024-01-01T00:00:00Z" }),
      crawled([fact("2")], { fetchedAt: "2024-01-02T00:00:00Z" }),
      "2",
    ],
    [
      "crawled, not given by hand",
      crawled([fact("1")], { origin: "bulk" as never, fetchedAt: "2030" }),
      crawled([fact("2")]),
      "2",
    ],
    [
      "with the greater digest",
      crawled([fact("1")], { digest: "b" }),
      crawled([fact("2")], { digest: "a" }),
      "1",
    ],
  ])("the value of the one %s stands, whatever their order", (_, a, b, value) => {
    expect(values(a, b)?.[0]?.[0]).toBe(value);
  });

  test("what the newer one lacks stays, and two values of one filing stay in one document", () => {
    const older = crawled([fact("1"), fact("7", { accession: "b" })], { fetchedAt: "2020" });
    expect(values(older, crawled([fact("2")]))).toEqual([
      ["2", "a", null],
      ["7", "b", null],
    ]);
    expect(values(crawled([fact("1"), fact("1"), fact("2")]))).toEqual([
      ["1", "a", null],
      ["2", "a", null],
    ]);
  });

  test("the instance's precision is kept for the same value of the same filing", () => {
    const instance = crawled([fact("1", { decimals: -3 })], { fetchedAt: "2020" });
    expect(values(instance, crawled([fact("1")]))).toEqual([["1", "a", -3]]);
    expect(values(instance, crawled([fact("2")]))).toEqual([["2", "a", null]]);
    expect(values(instance, crawled([fact("1", { decimals: 0 })]))).toEqual([["1", "a", 0]]);
    expect(values(instance, crawled([fact("1", { accession: "b" })]))).toEqual([
      ["1", "a", -3],
      ["1", "b", null],
    ]);
  });

  test("facts of all documents stand in one order", () => {
    const facts = ["B", "A", "D", "C"].map((tag) => fact("1", { tag }));
    const merged = mergeDocuments([
      crawled(facts.slice(0, 2), { fetchedAt: "2020" }),
      crawled(facts.slice(2)),
    ]);
    expect(merged.map(({ tag }) => tag)).toEqual(["A", "B", "C", "D"]);
  });
});

describe("the newest filing date of a text, unread", () => {
  test.each<[string, string, "companyfacts" | "submissions", string | null]>([
    [
      "facts",
      '{"filed":"2023-01-01"},{"filed" : "2024-02-03"},{"filed":"2022-01-01"}',
      "companyfacts",
      "2024-02-03",
    ],
    ["a member without a date", '{"filed":null}', "companyfacts", null],
    [
      "a label that looks like one",
      '{"label":"\\"filed\\":\\"2030-01-01\\"","filed":"2024-02-03"}',
      "companyfacts",
      "2024-02-03",
    ],
    ["no facts", "{}", "companyfacts", null],
    [
      "an index",
      '{"reportDate":["2030-01-01"],"filingDate":["2023-01-01","2024-02-03","2022-01-01"],"acceptanceDateTime":["2031-01-01"]}',
      "submissions",
      "2024-02-03",
    ],
    [
      "an index that is cut",
      '{"filingDate":["2023-01-01","2024-02-03"',
      "submissions",
      "2024-02-03",
    ],
    ["an empty index", '{"filingDate":[],"reportDate":["2030-01-01"]}', "submissions", null],
    ["no index", '{"reportDate":["2030-01-01"]}', "submissions", null],
  ])("%s", (_, text, kind, newest) => {
    expect(newestFiled(Buffer.from(text), kind)).toBe(newest);
  });
});

describe("the cover of a filing", () => {
  const cover = (texts: Record<string, string>) =>
    readCover(new Map(Object.entries(texts).map(([name, text]) => [`dei:${name}`, text])));
  test("as it says, in one form", () => {
    expect(
      cover({
        ...{
          EntityCentralIndexKey: "320193",
          EntityRegistrantName: "Apple Inc.",
          DocumentType: "10-K",
        },
        ...{ DocumentPeriodEndDate: "2023-09-30", DocumentFiscalYearFocus: "2023" },
        ...{ DocumentFiscalPeriodFocus: "fy", AmendmentFlag: "false" },
      }),
    ).toEqual({
      ...{ cik: "0000320193", entityName: "Apple Inc.", documentType: "10-K", isAmendment: false },
      ...{ periodEndDate: "2023-09-30", fiscalYearFocus: 2023, fiscalPeriodFocus: "FY" },
    });
  });

  test("null where it says nothing readable", () => {
    const nothing = {
      ...{ cik: null, entityName: null, documentType: null, isAmendment: null },
      ...{ periodEndDate: null, fiscalYearFocus: null, fiscalPeriodFocus: null },
    };
    expect(cover({})).toEqual(nothing);
    const unreadable = {
      EntityCentralIndexKey: "x",
      DocumentPeriodEndDate: "2023-02-30",
      DocumentFiscalYearFocus: "23",
    };
    expect(cover(unreadable)).toEqual(nothing);
    expect(cover({ DocumentFiscalYearFocus: "12023" }).fiscalYearFocus).toBeNull();
  });

  test.each<[string, string | undefined, string]>([
    ["10-K", "true", "10-K/A"],
    ["10-K", "TRUE", "10-K/A"],
    ["10-K", "1", "10-K/A"],
    ["10-K/A", "true", "10-K/A"],
    ["10-K", "0", "10-K"],
    ["10-K", "untrue", "10-K"],
    ["10-K", undefined, "10-K"],
  ])("%s with the flag %s is a %s", (DocumentType, flag, type) => {
    const { documentType } = cover({
      DocumentType,
      ...(flag !== undefined && { AmendmentFlag: flag }),
    });
    expect(documentType).toBe(type);
  });

  test.each([
    ["1", "0000000001"],
    ["1234567890", "1234567890"],
    ["12345678901", null],
    ["", null],
    ["12a", null],
    [undefined, null],
  ])("the number %s is %s", (text, cik) => {
    expect(cikOf(text)).toBe(cik);
  });
});

describe("an 8-K with the statements of a business that was bought (8.4)", () => {
  const slotOf = ({ end }: Fact) => (end.startsWith("2023") ? 1 : null);
  const own = (tag: string, over: Partial<Fact> = {}) =>
    makeFact({
      tag,
      start: "2023-01-01",
      end: "2023-12-31",
      value: "100",
      form: "10-K",
      accession: "own",
      ...over,
    });
  const other = (tag: string, over: Partial<Fact> = {}) =>
    own(tag, {
      start: "2022-12-26",
      end: "2023-12-24",
      value: "7",
      form: "8-K",
      accession: "8-K",
      ...over,
    });
  const found = (others: Partial<Fact>[], more: Fact[] = []) => {
    const facts = others.flatMap((over, i) => [own(`T${i}`), other(`T${i}`, over)]);
    return findOthersStatements(listHistories([...facts, ...more]), slotOf).size;
  };

  test.each<[string, Partial<Fact>[], number]>([
    ["three amounts contradict", [{}, {}, {}], 3],
    ["two are too few", [{}, {}], 0],
    ["one is the registrant's", [{}, {}, {}, { value: "100" }], 0],
    ["one has the registrant's days", [{}, {}, {}, { start: "2023-01-01", end: "2023-12-31" }], 0],
    ["nothing is told by zeros", [{}, {}, { value: "0" }], 0],
    ["by counts of shares", [{}, {}, { unit: "shares" }], 0],
    ["by segments", [{}, {}, { dimensions: "a=b" }], 0],
    ["by days outside the calendar", [{}, {}, { end: "2020-12-31" }], 0],
    ["by a report", [{}, {}, { form: "10-Q" }], 0],
    ["a prospectus tells nothing", [{ form: "S-1" }, { form: "S-1" }, { form: "S-1" }], 0],
    ["by another filing", [{}, {}, { accession: "8-K b" }], 0],
  ])("%s", (_, others, count) => {
    expect(found(others)).toBe(count);
  });

  test("then all its amounts are foreign, those that nothing contradicts too", () => {
    expect(found([{}, {}, {}], [other("Alone")])).toBe(4);
    expect(found([{}, {}, {}], [other("Alone", { accession: "8-K b" })])).toBe(3);
    // The registrant's amount of another unit is another amount.
    expect(found([{}, {}, {}], [own("T0", { unit: "EUR", value: "7" })])).toBe(3);
  });
});

describe("a total that is narrowed under its tag (6)", () => {
  const [total, part] = ["DepreciationDepletionAndAmortization", "AmortizationOfIntangibleAssets"];
  const stated = (tag: string, value: string, filed: string, over: Partial<Fact> = {}) =>
    makeFact({
      tag,
      start: "2021-02-01",
      end: "2022-01-30",
      value,
      filed,
      accession: `of ${filed}`,
      form: "10-K",
      ...over,
    });
  const narrowed = (...facts: Fact[]) => {
    const sorted = [...facts].sort((a, b) =>
      `${a.tag}${a.end}${a.start}` < `${b.tag}${b.end}${b.start}` ? -1 : 1,
    );
    return [...findSplitOff(listHistories(sorted))].map(([fact, own]) => [
      fact.value,
      fact.filed,
      own.value,
    ]);
  };
  const whole = stated(total, "100", "2022-03-20");
  const less = stated(total, "70", "2023-03-20");
  const apart = stated(part, "30", "2023-03-20");
  const nextYear = { start: "2022-01-31", end: "2023-01-29" };
  const next = [
    stated(total, "80", "2023-03-20", nextYear),
    stated(part, "20", "2023-03-20", nextYear),
  ] as const;

  test("from the filing on that states both, where an older one stated their sum", () => {
    expect(narrowed(whole, less, apart, ...next)).toEqual([
      ["70", "2023-03-20", "30"],
      ["80", "2023-03-20", "20"],
    ]);
    const before = [
      stated(total, "60", "2021-03-20", nextYear),
      stated(part, "5", "2021-03-20", nextYear),
    ] as const;
    expect(narrowed(whole, less, apart, ...before)).toEqual([["70", "2023-03-20", "30"]]);
    const current = next.map((fact) => ({ ...fact, form: "8-K" }));
    expect(narrowed(whole, less, apart, ...current)).toEqual([["70", "2023-03-20", "30"]]);
  });

  test.each<[string, Fact[]]>([
    ["the part is not the difference", [whole, less, { ...apart, value: "29" }, ...next]],
    ["another filing states the part", [whole, less, { ...apart, accession: "other" }, ...next]],
    ["the part is of other days", [whole, less, { ...apart, ...nextYear }, next[0]]],
    ["the part is a segment's", [whole, less, { ...apart, dimensions: "a=b" }, ...next]],
    [
      "nothing changed",
      [whole, { ...whole, filed: "2023-03-20", accession: "of 2023-03-20" }, apart, ...next],
    ],
    [
      "an 8-K states both",
      [whole, ...[less, apart].map((fact) => ({ ...fact, form: "8-K" })), ...next],
    ],
    ["the total grew", [{ ...whole, value: "40" }, less, apart, ...next]],
  ])("not where %s", (_, facts) => {
    expect(narrowed(...facts)).toEqual([]);
  });

  test("a year below its nine months, where the part makes up for it", () => {
    const nine = { start: "2021-02-01", end: "2021-10-31", form: "10-Q" };
    const year = (value: string, own: string) => [
      stated(total, "90", "2021-11-20", nine),
      stated(total, value, "2022-03-20"),
      stated(part, own, "2022-03-20"),
    ];
    expect(narrowed(...year("80", "30"))).toEqual([["80", "2022-03-20", "30"]]);
    expect(narrowed(...year("80", "10"))).toEqual([["80", "2022-03-20", "10"]]);
    expect(narrowed(...year("80", "9"))).toEqual([]);
    expect(narrowed(...year("90", "30"))).toEqual([]);
  });
});
