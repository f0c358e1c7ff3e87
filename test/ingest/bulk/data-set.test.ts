import { expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { parseDataSet } from "#ingest/facts/data-sets/data-set.ts";
import { dataSetDocument } from "#ingest/facts/data-sets/data-set-document.ts";
import type { DataSetTags } from "#ingest/facts/data-sets/values.ts";

const tags: DataSetTags = {
  wanted: new Set([
    "us-gaap:Revenues",
    "us-gaap:EarningsPerShareBasic",
    "us-gaap:ProfitLoss",
    "ifrs-full:Revenue",
  ]),
  mapped: new Set(["us-gaap:EarningsPerShareBasic", "us-gaap:ProfitLoss"]),
  perShare: new Set(["us-gaap:EarningsPerShareBasic"]),
};
const accession = "0001047469-10-004416";
const sub = [
  accession,
  "21344",
  "COCA COLA  CO",
  "10-Q",
  "20100331",
  "2010",
  "Q1",
  "20100429",
  "ko-20100402.xml",
  "2086",
  "1231",
];

interface RowValues {
  tag?: string;
  version?: string;
  ddate?: string;
  qtrs?: string;
  uom?: string;
  segments?: string;
  coreg?: string;
  value?: string;
}

/** A row of Coca-Cola's revenue unless told otherwise. */
function row(values: RowValues = {}): string {
  const all = { tag: "Revenues", version: "us-gaap/2009", ddate: "20100331", qtrs: "1", ...values };
  const { tag, version, ddate, qtrs, uom, segments, coreg, value } = {
    uom: "USD",
    segments: "",
    coreg: "",
    value: "7525000000.0000",
    ...all,
  };
  return [tag, version, ddate, qtrs, uom, segments, coreg, value].join("\t");
}

const slice = (head: readonly string[], num: readonly string[]) =>
  dataSetDocument({ sub: head, num, pre: [], tag: [] });
const parse = (rows: readonly string[], head: readonly string[] = sub) =>
  parseDataSet(slice(head, rows), tags);

test("a filing's slice gives its filing and its values in the spelling of companyfacts [PIP-03]", () => {
  const filing = parse([row()]);

  expect(filing).toEqual({
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
    values: [
      {
        taxonomy: "us-gaap",
        tag: "Revenues",
        unit: "USD",
        roundedEnd: "2010-03-31",
        quarters: 1,
        value: "7525000000",
      },
    ],
    printed: [],
    dimensionedTags: [],
    unmapped: [],
    rejected: [],
  });
});

test("a wanted tag that only segments have is listed, one of a co-registrant is not [PIP-03]", () => {
  const segment = { segments: "Scenario=TruckAndOther;" };
  const ofSegments = (...rows: RowValues[]) => parse(rows.map(row)).dimensionedTags;

  expect(ofSegments(segment, segment)).toEqual(["us-gaap:Revenues"]);
  expect(ofSegments(segment, {})).toEqual([]);
  expect(ofSegments({ ...segment, coreg: "Subsidiary" }, { ...segment, tag: "Other" })).toEqual([]);
});

test("values lose the four decimals of the data sets and nothing else", () => {
  const texts = ["0.7000", "-116000000.0000", "123456789012345678.1230", "0.0000", "57178642.0"];
  const read = texts.map((value) => parse([row({ value })]).values[0]?.value);

  expect(read).toEqual(["0.7", "-116000000", "123456789012345678.123", "0", "57178642"]);
});

test("amounts per share that name only a currency are in that currency per share [PIP-09]", () => {
  const unit = (values: RowValues) => parse([row(values)]).values[0]?.unit;

  expect(unit({ tag: "EarningsPerShareBasic" })).toBe("USD/shares");
  expect(unit({ tag: "EarningsPerShareBasic", uom: "JPY" })).toBe("JPY/shares");
  expect(unit({ tag: "EarningsPerShareBasic", uom: "pure" })).toBe("pure");
  expect(unit({ uom: "shares" })).toBe("shares");
});

test("rows of segments, of co-registrants and without a value are no facts of the company", () => {
  const filing = parse([
    row({ segments: "BusinessSegments=Europe;" }),
    row({ coreg: "Subsidiary" }),
    row({ value: "" }),
  ]);

  expect(filing.values).toEqual([]);
  expect(filing.unmapped).toEqual([]);
});

test("taxonomies are named as in companyfacts; a filer's own tag never passes for one of theirs", () => {
  const filing = parse([
    row({ tag: "Revenue", version: "ifrs/2019" }),
    row({ version: accession }),
    row({ version: accession, ddate: "20090331" }),
    row({ tag: "Other", version: "srt/2019" }),
    row({ version: "us-gaap" }),
    row({ version: "my-us-gaap/09" }),
    row({ version: "1 us-gaap/2009" }),
    // An element of another taxonomy is not adopted for its name.
    row({ tag: "ProfitLoss", version: "srt/2019" }),
  ]);

  expect(filing.values.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`)).toEqual([
    "ifrs-full:Revenue",
  ]);
  expect(filing.unmapped).toEqual([
    { taxonomy: "srt", tag: "Other", count: 1 },
    { taxonomy: "srt", tag: "ProfitLoss", count: 1 },
    { taxonomy: "extension", tag: "Revenues", count: 5 },
  ]);
});

test("the name of the instance tells the period only where it is near the rounded one", () => {
  const periodEnd = (instance: string, period = "20081231") =>
    parse([row()], [...sub.slice(0, 4), period, ...sub.slice(5, 8), instance]).periodEnd;

  expect(periodEnd("aes-20090914.xml")).toBeNull();
  expect(periodEnd("trv_20081228.xml")).toBe("2008-12-28");
  expect(periodEnd("aapl-20081227_htm.xml")).toBe("2008-12-27");
  expect(periodEnd("q4report.xml")).toBeNull();
  expect(periodEnd("x-20081299.xml")).toBeNull();
  expect(periodEnd("x-20081231.xml", "")).toBeNull();
});

test("the same rows in any order are the same document [PIP-08]", () => {
  const rows = [row(), row({ ddate: "20090331" }), row({ tag: "Other" })];

  expect(slice(sub, rows)).toEqual(slice(sub, rows.toReversed()));
});

test("a value of an impossible date is set aside alone [PIP-13]", () => {
  const filing = parse([row(), row({ ddate: "20100230" }), row({ qtrs: "-1" })]);

  expect(filing.values).toHaveLength(1);
  expect(filing.rejected.map(({ reason }) => reason)).toEqual([
    "ddate 20100230 with qtrs 1 is no period",
    "ddate 20100331 with qtrs -1 is no period",
  ]);
});

test.each(["1e", "n/a", "9".repeat(101)])(
  "a value that is %s is set aside alone [PIP-13]",
  (value) => {
    const filing = parse([row(), row({ value, ddate: "20091231" })]);

    expect(filing.values).toHaveLength(1);
    expect(filing.rejected).toEqual([
      { taxonomy: "us-gaap", tag: "Revenues", accession, reason: "its value is not a number" },
    ]);
  },
);

test("a slice that is cut or holds what is no filing is refused with its reason [PIP-13]", () => {
  const replaced = (at: number, by: string) => sub.with(at, by);
  const whole = slice(sub, [row()]).toString();
  const cases: [() => unknown, string][] = [
    [() => parseDataSet(Buffer.from(""), tags), "not a filing's slice"],
    [() => parseDataSet(Buffer.from("adsh\tcik\n"), tags), "not a filing's slice"],
    [() => parseDataSet(Buffer.from(whole.replace("adsh", "ADSH")), tags), "not a filing's slice"],
    [() => parseDataSet(Buffer.from(whole.replace("ddate", "date")), tags), "not a filing's slice"],
    [() => parseDataSet(Buffer.from(whole.replace(sub.join("\t"), "")), tags), "not a filing's"],
    [() => parse([row().slice(0, 20)]), "a row is cut"],
    [() => parse([row()], replaced(0, "10-K")), "adsh"],
    [() => parse([row()], replaced(1, "KO")), "cik"],
    [() => parse([row()], replaced(3, "")), "form"],
    [() => parse([row()], replaced(7, "2010-04-29")), "filed"],
  ];

  for (const [work, reason] of cases) {
    expect(work).toThrow(ParseError);
    expect(work).toThrow(reason);
  }
});

test("a slice that was archived before the industry was kept is read as it was", () => {
  const before = slice(sub, [row()]).toString("utf8").split("\n");
  const cut = (text = "") => text.split("\t").slice(0, 9).join("\t");
  const old = [cut(before[0]), cut(before[1]), ...before.slice(2)].join("\n");

  const filing = parseDataSet(Buffer.from(old), tags);

  expect([filing.sic, filing.fiscalYearEnd, filing.values.length]).toEqual([null, null, 1]);
});

test("a filer's own element by the name of one that a line takes is read as that, unless the filing states it [PIP-03]", () => {
  const own = row({ tag: "ProfitLoss", version: accession, value: "1636000000" });
  expect(parse([own]).values).toEqual([
    expect.objectContaining({ taxonomy: "us-gaap", tag: "ProfitLoss", isOwnElement: true }),
  ]);
  const stated = parse([own, row({ tag: "ProfitLoss", value: "1614000000" })]);
  expect(stated.values.map(({ value, isOwnElement }) => [value, isOwnElement])).toEqual([
    ["1614000000", undefined],
  ]);
  expect(parse([row({ tag: "Sweetener", version: accession })]).values).toEqual([]);
});

const perShare = [
  "EarningsPerShareBasic",
  "EarningsPerShareDiluted",
  "EarningsPerShareBasicAndDiluted",
];
const labels = new Set(perShare.map((tag) => `us-gaap:${tag}`));
const earningsTags: DataSetTags = { wanted: labels, mapped: labels, perShare: labels };
const earnings = (...rows: string[]) =>
  parseDataSet(slice(sub, rows), earningsTags).values.map(({ tag, unit, value, isOwnElement }) => [
    tag,
    unit,
    value,
    isOwnElement,
  ]);
const own = (tag: string, value: string, uom = "USD") =>
  row({ tag, version: accession, value, uom });

test("a filer's own earnings per share are read by the words of their name: Discovery, KBR and Fastenal 2009Q2, Loews 2010Q1 [PIP-03]", () => {
  const per = "USD/shares";
  expect(
    earnings(own("BasicEarningsPerShare", "0.4300"), own("DilutedEarningsPerShare", "0.4300")),
  ).toEqual([
    ["EarningsPerShareBasic", per, "0.43", true],
    ["EarningsPerShareDiluted", per, "0.43", true],
  ]);
  expect(earnings(own("BasicNetIncomeAttributableToParentPerShare", "0.4200"))).toEqual([
    ["EarningsPerShareBasic", per, "0.42", true],
  ]);
  for (const name of [
    "BasicDilutedEarningsPerShareNetIncome",
    "BasicAndDilutedNetIncomeLossPerShare",
  ])
    expect(earnings(own(name, "0.2900"))).toEqual([
      ["EarningsPerShareBasicAndDiluted", per, "0.29", true],
    ]);
});

test("a filer's own earnings per share are not read beside a standard element of them, nor where two stand for the same", () => {
  const basic = own("BasicEarningsPerShare", "0.4300");
  const stated = row({ tag: "EarningsPerShareBasic", value: "0.4200" });
  expect(earnings(basic, stated)).toEqual([
    ["EarningsPerShareBasic", "USD/shares", "0.42", undefined],
  ]);
  expect(earnings(basic, own("BasicNetIncomePerShare", "0.4100"))).toEqual([]);
  expect(earnings(basic, own("BasicAndDilutedEarningsPerShare", "0.4100"))).toEqual([]);
});

test("a name with another word is no earnings per share, nor is a count of shares", () => {
  const names = [
    "IncomeLossFromContinuingOperationsPerBasicShareAttributableToParentCommonShareholders",
    "EarningsLossPerShareBasicDistributed",
    "CarolinaGroupEarningsFromDiscontinuedOperationsPerShareBasic",
    "BasicAndDilutedEarningsPerCommonAndPreferredADS",
    "NetIncomePerShare",
    "DistributionsPerUnitOutstandingBasic",
  ];
  expect(earnings(...names.map((name) => own(name, "0.5000")))).toEqual([]);
  expect(earnings(own("BasicEarningsPerShare", "1000.0000", "shares"))).toEqual([]);
  // What is distributed and what is not is all.
  expect(earnings(own("EarningsLossPerShareBasicDistributedAndUndistributed", "0.4000"))).toEqual([
    ["EarningsPerShareBasic", "USD/shares", "0.4", true],
  ]);
});

test("a filer's own average shares are read by the words of their name and in shares: Sprint and ERP 2009, no single class [PIP-03]", () => {
  const standard = [
    "WeightedAverageNumberOfSharesOutstandingBasic",
    "WeightedAverageNumberOfDilutedSharesOutstanding",
    "WeightedAverageNumberOfShareOutstandingBasicAndDiluted",
  ];
  const known = new Set(standard.map((tag) => `us-gaap:${tag}`));
  const read = (...rows: string[]) =>
    parseDataSet(slice(sub, rows), {
      wanted: known,
      mapped: known,
      perShare: new Set(),
    }).values.map(({ tag, value }) => [tag, value]);
  const both = "WeightedAverageNumberBasicDilutedSharesOutstanding";
  const [basic, , together] = standard;
  expect(read(own(both, "2882000000", "shares"))).toEqual([[together, "2882000000"]]);
  const units = own("WeightedAverageUnitsOutstandingBasic", "289167000", "shares");
  expect(read(units)).toEqual([[basic, "289167000"]]);
  expect(read(own(both, "2882000000"))).toEqual([]);
  const stated = row({ tag: basic ?? "", value: "2880000000", uom: "shares" });
  expect(read(own(both, "2882000000", "shares"), stated)).toEqual([[basic, "2880000000"]]);
  const preferred = "WeightedAverageNumberOfPreferredSharesOutstandingBasic";
  expect(read(own(preferred, "10000000", "shares"))).toEqual([]);
  const classB = "AverageSharesOutstandingBasicClassBCommonStock";
  expect(read(own(classB, "245513000", "shares"))).toEqual([]);
});

const changes = {
  tag: "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
  qtrs: "0",
  uom: "JPY",
};
const ofEquity: DataSetTags = {
  ...tags,
  wanted: new Set(["us-gaap:StockholdersEquity", "us-gaap:MinorityInterest"]),
};
const equityOf = (rows: readonly string[]) =>
  parseDataSet(slice(sub, rows), ofEquity).values.map(({ tag, value }) => [tag, Number(value)]);

// ORIX, 20-F of 2010-06-29: the balance sheet of 2008 is not in it.
test("members of a statement of changes tell the parent's equity of a day without a balance sheet", () => {
  const day = { ...changes, ddate: "20080331" };
  expect(
    equityOf([
      row({ ...day, segments: "EquityComponents=Parent;", value: "1267917000000.0000" }),
      row({
        ...day,
        segments: "EquityComponents=NoncontrollingInterest;",
        value: "17229000000.0000",
      }),
      row({ ...day, segments: "EquityComponents=RetainedEarnings;", value: "1083439000000.0000" }),
      row({ ...day, segments: "EquityComponents=Parent;", coreg: "ORIX", value: "1.0000" }),
    ]),
  ).toEqual([
    ["MinorityInterest", 17_229_000_000],
    ["StockholdersEquity", 1_267_917_000_000],
  ]);
});

// WNS, 20-F/A of 2010-06-17: the balance sheet has these minorities as redeemable, outside equity.
test("a day with a balance sheet needs no members of equity", () => {
  const day = { ...changes, ddate: "20100331", uom: "USD" };
  const total = row({ ...day, tag: "LiabilitiesAndStockholdersEquity", value: "549890000.0000" });
  const minorities = row({
    ...day,
    segments: "EquityComponents=NoncontrollingInterest;",
    value: "278000.0000",
  });
  expect(equityOf([total, minorities])).toEqual([]);
});
