import { describe, expect, test } from "vitest";
import {
  classMember,
  context,
  cover,
  duration,
  fact,
  instance,
  parse,
  values,
} from "../../helpers/companies/make-instance.ts";

describe("what an instance says", () => {
  test("a fact keeps accession, form, filed, period, unit, precision and tag [PIP-03]", () => {
    const { cik, entityName, facts, dei } = parse(
      instance(cover + fact("us-gaap:NetIncomeLoss", "3422000000")),
    );

    expect([cik, entityName]).toEqual(["0001288776", "Google Inc."]);
    expect(facts).toEqual([
      {
        taxonomy: "us-gaap",
        tag: "NetIncomeLoss",
        unit: "USD",
        start: "2014-04-01",
        end: "2014-06-30",
        value: "3422000000",
        accession: "0001288776-14-000065",
        form: "10-Q",
        filed: "2014-07-24",
        fy: 2014,
        fp: "Q2",
        decimals: -6,
        dimensions: null,
      },
    ]);
    expect(dei).toEqual({
      cik: "0001288776",
      entityName: "Google Inc.",
      documentType: "10-Q",
      periodEndDate: "2014-06-30",
      fiscalYearFocus: 2014,
      fiscalPeriodFocus: "Q2",
      isAmendment: false,
    });
  });

  test("cover share counts of each class are kept with their class (section 2.13)", () => {
    const at = "<instant>2014-07-17</instant>";
    const shares = (id: string, count: string) =>
      fact(
        "dei:EntityCommonStockSharesOutstanding",
        count,
        `contextRef="${id}" unitRef="shares" decimals="INF"`,
      );

    const { facts, dimensionedTags } = parse(
      instance(
        context("a", at, classMember("us-gaap:CommonClassAMember")) +
          context("b", at, classMember("us-gaap:CommonClassBMember")) +
          context("c", at, classMember("goog:CapitalClassCMember")) +
          shares("a", "283356281") +
          shares("c", "338209995") +
          shares("b", "54825710"),
      ),
    );

    expect(
      facts.map(({ value, dimensions, end, unit, decimals }) => [
        value,
        dimensions,
        end,
        unit,
        decimals,
      ]),
    ).toEqual([
      [
        "283356281",
        "us-gaap:StatementClassOfStockAxis=us-gaap:CommonClassAMember",
        "2014-07-17",
        "shares",
        null,
      ],
      [
        "338209995",
        "us-gaap:StatementClassOfStockAxis=goog:CapitalClassCMember",
        "2014-07-17",
        "shares",
        null,
      ],
      [
        "54825710",
        "us-gaap:StatementClassOfStockAxis=us-gaap:CommonClassBMember",
        "2014-07-17",
        "shares",
        null,
      ],
    ]);
    expect(dimensionedTags).toEqual(["dei:EntityCommonStockSharesOutstanding"]);
  });

  test("pensions keep their plan, and other amounts of a plan are left out", () => {
    const plan =
      '<xbrldi:explicitMember dimension="us-gaap:RetirementPlanTypeAxis">us-gaap:PensionPlansDefinedBenefitMember</xbrldi:explicitMember>';
    const of = 'contextRef="plan" unitRef="usd" decimals="-6"';
    const content =
      context("plan", "<instant>2014-06-30</instant>", plan) +
      fact("us-gaap:DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent", "1219000000", of) +
      fact("us-gaap:Assets", "9000000000", of);

    const { facts } = parse(instance(content));

    expect(facts.map(({ tag, value, dimensions }) => [tag, value, dimensions])).toEqual([
      [
        "DefinedBenefitPlanAssetsForPlanBenefitsNoncurrent",
        "1219000000",
        "us-gaap:RetirementPlanTypeAxis=us-gaap:PensionPlansDefinedBenefitMember",
      ],
    ]);
  });

  test("charges keep their members, as Coca-Cola's restructuring of 133 its plan", () => {
    const plan =
      '<xbrldi:explicitMember dimension="us-gaap:RestructuringPlanAxis">goog:ProductivityMember</xbrldi:explicitMember>';
    const content =
      context("plan", duration, plan) +
      fact(
        "us-gaap:RestructuringCharges",
        "133000000",
        'contextRef="plan" unitRef="usd" decimals="-6"',
      );

    const { facts } = parse(instance(content));

    expect(facts.map(({ value, dimensions }) => [value, dimensions])).toEqual([
      ["133000000", "us-gaap:RestructuringPlanAxis=goog:ProductivityMember"],
    ]);
  });

  test("a fact with any other dimension never passes for the total (section 2.18)", () => {
    const ads =
      '<xbrldi:explicitMember dimension="us-gaap:ProductOrServiceAxis">goog:AdsMember</xbrldi:explicitMember>';
    const typed =
      '<xbrldi:typedMember dimension="us-gaap:StatementClassOfStockAxis"><goog:x>A</goog:x></xbrldi:typedMember>';
    const contexts =
      context("ads", duration, ads) +
      context("both", duration, ads + classMember("us-gaap:CommonClassAMember")) +
      context("typed", duration, typed) +
      context("old", duration, "<goog:Segment>Ads</goog:Segment>") +
      context("scenario", duration).replace("</context>", `<scenario>${ads}</scenario></context>`);
    const content = ["ads", "both", "typed", "old", "scenario"]
      .map((id) => fact("us-gaap:Revenues", "1", `contextRef="${id}" unitRef="usd" decimals="0"`))
      .join("");

    const onlyDimensioned = parse(instance(contexts + content));
    const withTotal = parse(instance(contexts + content + fact("us-gaap:Revenues", "15955000000")));

    expect([onlyDimensioned.facts, onlyDimensioned.dimensionedTags]).toEqual([
      [],
      ["us-gaap:Revenues"],
    ]);
    expect([withTotal.facts.map(({ value }) => value), withTotal.dimensionedTags]).toEqual([
      ["15955000000"],
      [],
    ]);
  });

  test.each([
    ["http://fasb.org/us-gaap/2023", 1],
    ["http://fasb.org/us-gaap/2014-01-31", 1],
    ["http://xbrl.us/us-gaap/2009-01-31", 1],
    ["http://www.example.com/us-gaap/2023", 0],
    ["http://fasb.org/us-gaap/2023/evil", 0],
  ])("the namespace %s, not its prefix, makes a us-gaap fact", (namespace, count) => {
    const { facts, unmapped } = parse(instance(fact("us-gaap:NetIncomeLoss", "1"), namespace));

    expect(facts.length).toBe(count);
    expect(unmapped).toEqual(
      count ? [] : [{ taxonomy: "extension", tag: "NetIncomeLoss", count: 1 }],
    );
  });

  test("ifrs-full facts are read, the filer's own are counted by prefix and tag", () => {
    const { facts, unmapped } = parse(
      instance(
        fact("ifrs-full:Revenue", "7") +
          fact("goog:TrafficAcquisitionCosts", "1") +
          fact("goog:TrafficAcquisitionCosts", "2", 'contextRef="i" unitRef="usd"') +
          fact("us-gaap:Other", "3") +
          '<goog:Policy contextRef="q">text</goog:Policy>',
      ),
    );

    expect(facts.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`)).toEqual(["ifrs-full:Revenue"]);
    expect(unmapped).toEqual([
      { taxonomy: "goog", tag: "TrafficAcquisitionCosts", count: 2 },
      { taxonomy: "us-gaap", tag: "Other", count: 1 },
    ]);
  });

  test("a nil fact is no fact, and never zero [SFR-24]", () => {
    const nil = '<us-gaap:Revenues contextRef="q" unitRef="usd" xsi:nil="true"/>';

    expect(values(nil)).toEqual([]);
    expect(
      values(nil.replace('"true"/', '"false" decimals="0"').concat("0</us-gaap:Revenues>")),
    ).toEqual([["0", 0]]);
  });

  test("units take the companyfacts spelling", () => {
    const own = `<unit id="seg"><measure>goog:reportable_segment_group</measure></unit>
      <unit id="fake"><measure>goog:USD</measure></unit>`;
    const inUnit = (unit: string) =>
      fact("us-gaap:Assets", "1", `contextRef="i" unitRef="${unit}"`);

    const { facts } = parse(
      instance(own + ["usd", "shares", "number", "perShare", "seg", "fake"].map(inUnit).join("")),
    );

    expect(facts.map(({ unit }) => unit)).toEqual([
      "USD",
      "shares",
      "pure",
      "USD/shares",
      "reportable_segment_g",
      "goog:USD",
    ]);
  });

  test("a form unknown elsewhere comes from the cover, with its amendment", () => {
    const unknown = { accession: "0000000000-00-000000", form: null, filed: null };
    const amended = cover.replace(">false<", ">true<") + fact("us-gaap:Revenues", "1");

    expect(parse(instance(amended), unknown).facts[0]).toMatchObject({
      form: "10-Q/A",
      filed: null,
    });
    expect(parse(instance(amended)).facts[0]).toMatchObject({ form: "10-Q", filed: "2014-07-24" });
    expect(parse(instance(fact("us-gaap:Revenues", "1")), unknown).facts[0]?.form).toBe("Other");
  });

  test("without a dei cover the CIK comes from the contexts", () => {
    expect(parse(instance(fact("us-gaap:Revenues", "1")))).toMatchObject({
      cik: "0001288776",
      entityName: "",
    });
  });
});

describe("a filer's own earnings per share", () => {
  const own = (name: string, unit = "perShare") =>
    fact(name, "0.43", `contextRef="q" unitRef="${unit}" decimals="2"`);
  const read = (content: string, gaap?: string) => parse(instance(content, gaap)).facts;

  test("read as the standard element that the words of the name tell [PIP-03]", () => {
    expect(read(own("goog:BasicEarningsPerShare"))).toEqual([
      expect.objectContaining({
        taxonomy: "us-gaap",
        tag: "EarningsPerShareBasic",
        unit: "USD/shares",
        value: "0.43",
        isOwnElement: true,
      }),
    ]);
  });

  test("counted as unmapped beside the standard element, or where they are no amount", () => {
    const both = parse(
      instance(own("goog:BasicEarningsPerShare") + own("us-gaap:EarningsPerShareBasic")),
    );
    expect(both.facts.map(({ isOwnElement }) => isOwnElement)).toEqual([undefined]);
    expect(both.unmapped).toEqual([{ taxonomy: "goog", tag: "BasicEarningsPerShare", count: 1 }]);
    expect(read(own("goog:BasicEarningsPerShare", "shares"))).toEqual([]);
  });

  test("not those of a taxonomy of before 2009", () => {
    const old = "http://www.xbrl.org/us/fr/gaap/ci/2005-02-28";
    expect(read(own("us-gaap:BasicEarningsPerShare"), old)).toEqual([]);
  });
});
