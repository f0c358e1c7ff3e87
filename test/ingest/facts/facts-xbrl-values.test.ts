import { describe, expect, test } from "vitest";
import { context, fact, instance, parse, values } from "../../helpers/companies/make-instance.ts";

describe("numbers are exact decimal text [SFR-25]", () => {
  test.each([
    ["383285000000", "383285000000"],
    [" 5.07\n", "5.07"],
    ["10.20", "10.2"],
    ["-0", "0"],
    ["1.5E3", "1500"],
    ["1234567890123456789.123456789", "1234567890123456789.123456789"],
    ["12<!-- cut here -->34", "1234"],
    ["&#49;7", "17"],
  ])("%s is %s", (written, exact) => {
    expect(values(fact("us-gaap:Revenues", written))).toEqual([[exact, -6]]);
  });

  test.each(["", "N/A", "1,000", "0x10", "Infinity", "1e9999", "9".repeat(101)])(
    "%j is set aside alone, and refused where nothing else can be read",
    (written) => {
      const unreadable = fact("us-gaap:Revenues", written);
      expect(() => values(unreadable)).toThrow(
        "0001288776-14-000065: us-gaap:Revenues has a value that is not a number",
      );
      const { facts, rejected } = parse(
        instance(`${unreadable}${fact("us-gaap:NetIncomeLoss", "3422000000")}`),
      );
      expect(facts.map(({ tag, value }) => [tag, value])).toEqual([
        ["NetIncomeLoss", "3422000000"],
      ]);
      expect(rejected?.map(({ tag }) => tag)).toEqual(["Revenues"]);
    },
  );
});

describe("a fact repeated in one instance (section 2.1)", () => {
  const repeated = (...facts: [value: string, decimals: string][]) =>
    values(
      facts
        .map(([value, decimals]) =>
          fact("us-gaap:Revenues", value, `contextRef="q" unitRef="usd" decimals="${decimals}"`),
        )
        .join(""),
    );

  test("equal values count once, with the better precision", () => {
    expect(repeated(["15955000000", "-6"], ["15955000000.0", "-3"])).toEqual([["15955000000", -3]]);
  });

  test("of values that agree within rounding the more precise one stays", () => {
    expect(repeated(["15955000000", "-6"], ["15954612000", "-3"])).toEqual([["15954612000", -3]]);
    expect(repeated(["16000000000", "-9"], ["15954612345", "INF"])).toEqual([
      ["15954612345", null],
    ]);
  });

  test("values that do not agree both stay, for the conflict to be seen", () => {
    expect(repeated(["15955000000", "-6"], ["15957000000", "-6"])).toEqual([
      ["15955000000", -6],
      ["15957000000", -6],
    ]);
  });

  test("a coarse value does not hide that two fine ones disagree", () => {
    expect(repeated(["16000000000", "-9"], ["15954000000", "-6"], ["15957000000", "-6"])).toEqual([
      ["15954000000", -6],
      ["15957000000", -6],
    ]);
  });

  test("without a stated precision nothing is explained away", () => {
    const plain = (value: string) =>
      fact("us-gaap:Revenues", value, 'contextRef="q" unitRef="usd"');

    expect(values(plain("100") + plain("101"))).toEqual([
      ["100", null],
      ["101", null],
    ]);
  });
});

describe("periods", () => {
  const periodOf = (period: string) => {
    const { facts, rejected } = parse(
      instance(
        context("p", period) + fact("us-gaap:Revenues", "1", 'contextRef="p" unitRef="usd"'),
      ),
    );
    return facts[0] ? [facts[0].start, facts[0].end] : rejected?.[0]?.reason;
  };

  test.each([
    ["<instant>\n2011-06-30\n</instant>", [null, "2011-06-30"]],
    [
      "<startDate>2011-01-01</startDate><endDate>2011-12-31</endDate>",
      ["2011-01-01", "2011-12-31"],
    ],
    ["<instant>2012-01-01T00:00:00</instant>", [null, "2011-12-31"]],
    [
      "<startDate>2011-01-01T00:00:00</startDate><endDate>2012-01-01T00:00:00</endDate>",
      ["2011-01-01", "2011-12-31"],
    ],
    [
      "<startDate>2010-12-31T24:00:00</startDate><endDate>2011-12-31T24:00:00</endDate>",
      ["2011-01-01", "2011-12-31"],
    ],
    // Companyfacts turns a period of one day into an instant: Apple's split ratio of 2020-08-28.
    ["<startDate>2020-08-28</startDate><endDate>2020-08-28</endDate>", [null, "2020-08-28"]],
  ])("%s", (period, expected) => {
    expect(periodOf(period)).toEqual(expected);
  });

  test.each([
    ["<forever/>", "the period is forever"],
    ["<instant>2011-02-29</instant>", "it ends on no calendar day: 2011-02-29"],
    [
      "<startDate>2014-06-01T12:21:45</startDate><endDate>2014-06-30</endDate>",
      "it starts on no calendar day: 2014-06-01T12:21:45",
    ],
    [
      "<startDate>2012-01-01</startDate><endDate>2011-12-31</endDate>",
      "the period starts (2012-01-01) after it ends (2011-12-31)",
    ],
  ])("%s sets its facts aside with a reason [PIP-13]", (period, reason) => {
    expect(periodOf(period)).toBe(reason);
  });
});

describe("a fact that refers to nothing is set aside alone", () => {
  test.each([
    ['contextRef="gone" unitRef="usd"', "us-gaap:Revenues refers to a missing context gone"],
    ['contextRef="q" unitRef="gone"', "us-gaap:Revenues refers to a missing unit gone"],
  ])("%s", (attributes, reason) => {
    const broken = fact("us-gaap:Revenues", "1", attributes);
    const sound = fact("us-gaap:NetIncomeLoss", "3422000000");
    const { facts, rejected } = parse(instance(`${broken}${sound}`));
    expect(facts.map(({ tag }) => tag)).toEqual(["NetIncomeLoss"]);
    expect(rejected).toEqual([
      { taxonomy: "us-gaap", tag: "Revenues", accession: "0001288776-14-000065", reason },
    ]);
    expect(() => parse(instance(broken))).toThrow(reason);
  });
});

describe("a filer's own element whose name is that of a line", () => {
  const printed = (content: string) =>
    parse(instance(content)).printed?.map(({ tag, value, printedAs }) => [tag, value, printedAs]);
  const inQuarter = 'contextRef="q" unitRef="usd"';

  test("is kept with the line, a balance as one of the balance sheet", () => {
    const flow = fact("goog:CapitalExpenditures", "2646000000", inQuarter);
    const balance = fact("goog:InventoriesNet", "500", 'contextRef="i" unitRef="usd"');
    expect(printed(`${flow}${balance}`)).toEqual([
      ["CapitalExpenditures", "2646000000", "capital_expenditure"],
      ["InventoriesNet", "500", "inventory"],
    ]);
  });
  test("is counted among what nothing maps, as any other", () => {
    const { unmapped } = parse(instance(fact("goog:CapitalExpenditures", "1", inQuarter)));
    expect(unmapped).toEqual([{ taxonomy: "goog", tag: "CapitalExpenditures", count: 1 }]);
  });
  test.each([
    ["a number that cannot be read", fact("goog:CapitalExpenditures", "N/A", inQuarter)],
    ["a text", fact("goog:CapitalExpenditures", "<p>policy</p>", 'contextRef="q"')],
    ["another name", fact("goog:TrafficAcquisitionPartners", "1", inQuarter)],
    ["an element of the taxonomy", fact("us-gaap:CapitalExpenditures", "1", inQuarter)],
  ])("%s is none", (_, content) => {
    expect(printed(content) ?? []).toEqual([]);
  });
});
