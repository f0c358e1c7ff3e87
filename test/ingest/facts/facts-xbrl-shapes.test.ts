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

/** A fact of an extension namespace, of the context "q" in dollars. */
const named = (namespace: string, name = "x:Term") =>
  `<${name} ${name.includes(":") ? "xmlns:x" : "xmlns"}="${namespace}" contextRef="q" unitRef="usd">1</${name}>`;

describe("the taxonomy of a term is told by its namespace", () => {
  test.each([
    ["http://fasb.org/us-gaap/2023", "us-gaap"],
    ["http://fasb.org/srt/2020-01-31", "srt"],
    ["http://xbrl.us/us-gaap/2008-03-31", "us-gaap"],
    ["http://xbrl.us/dei/2009-01-31", "dei"],
    ["http://xbrl.sec.gov/country/2023", "country"],
    ["http://xbrl.sec.gov/ecd/2023q4", "ecd"],
    ["http://xbrl.sec.gov/invest/2013-01-31", "invest"],
    ["https://xbrl.ifrs.org/taxonomy/2023-03-23/ifrs-full", "ifrs-full"],
    ["http://xbrl.ifrs.org/taxonomy/2014-03-05/ifrs-full", "ifrs-full"],
    ["http://xbrl.us/us-gaap/2009", "x"],
    ["http://fasb.org/us-gaap-all/2023", "x"],
    ["http://fasb.org/us-gaap/1923", "x"],
    ["http://xbrl.sec.gov/ecd/2023q5", "x"],
    ["http://xbrl.sec.gov/e/2023", "x"],
    ["http://evil.com/http://fasb.org/us-gaap/2023", "x"],
    ["https://xbrl.ifrs.org/taxonomy/2023-03-23/ifrs-full/x", "x"],
  ])("%s: %s", (namespace, taxonomy) => {
    expect(parse(instance(named(namespace))).unmapped).toEqual([
      { taxonomy, tag: "Term", count: 1 },
    ]);
  });

  test("a filer's own term without a prefix, or with that of a taxonomy, is an extension", () => {
    const own = "http://www.google.com/20140630";
    const taxonomyOf = (content: string) => parse(instance(content)).unmapped[0]?.taxonomy;
    expect(taxonomyOf(named(own, "Term"))).toBe("extension");
    for (const prefix of ["us-gaap", "ifrs-full", "dei", "srt"]) {
      const borrowed = named(own)
        .replaceAll("x:Term", `${prefix}:Term`)
        .replace(":x=", `:${prefix}=`);
      expect(taxonomyOf(borrowed)).toBe("extension");
    }
  });
});

describe("units", () => {
  const unitOf = (parts: string) => {
    const unit = `<unit id="own">${parts}</unit>`;
    const own = fact("us-gaap:Revenues", "1", 'contextRef="q" unitRef="own"');
    return parse(instance(unit + own)).facts[0]?.unit;
  };
  const measure = (name: string) => `<measure>${name}</measure>`;
  test.each([
    ["a product, in one order", measure("xbrli:shares") + measure("iso4217:USD"), "USD*shares"],
    ["a filer's own shares", measure("goog:shares"), "goog:shares"],
    ["a filer's own pure number", measure("goog:pure"), "goog:pure"],
    ["a word that only begins like a currency", measure("goog:USDollars"), "USDollars"],
    ["blanks around it", measure(" iso4217:EUR\n"), "EUR"],
  ])("%s", (_, parts, unit) => {
    expect(unitOf(parts)).toBe(unit);
  });

  test("a quotient without one of its sides is refused", () => {
    const side = (name: string) => `<unit${name}>${measure("iso4217:USD")}</unit${name}>`;
    for (const name of ["Numerator", "Denominator"]) {
      expect(() => unitOf(`<divide>${side(name)}</divide>`)).toThrow("unit own has no measure");
    }
  });

  test("a number without a unit is set aside with its reason, its neighbours stay [PIP-13]", () => {
    const without = fact("us-gaap:Revenues", "5", 'contextRef="q"');
    const { facts, rejected } = parse(instance(without + fact("us-gaap:NetIncomeLoss", "3")));
    expect(facts.map(({ tag }) => tag)).toEqual(["NetIncomeLoss"]);
    expect(rejected).toEqual([
      {
        ...{ taxonomy: "us-gaap", tag: "Revenues", accession: "0001288776-14-000065" },
        reason: "the fact has no unit",
      },
    ]);
  });
});

describe("periods", () => {
  const day = (text: string) => {
    const own = fact("us-gaap:Assets", "1", 'contextRef="p" unitRef="usd"');
    const { facts, rejected } = parse(instance(context("p", `<instant>${text}</instant>`) + own));
    return facts[0]?.end ?? rejected?.[0]?.reason;
  };
  test.each([
    ["2012-01-01T00:00:00.000", "2011-12-31"],
    ["2012-03-01T00:00:00", "2012-02-29"],
    ["2023-12-31T24:00:00", "2023-12-31"],
    ["2023-12-31T24:00:00.0", "2023-12-31"],
    ["2023-12-31T24:00:01", "it ends on no calendar day: 2023-12-31T24:00:01"],
    ["2012-01-01T00:00:00.5", "it ends on no calendar day: 2012-01-01T00:00:00.5"],
    ["2012-01-01T00:00", "it ends on no calendar day: 2012-01-01T00:00"],
    ["2012-01-01T00:00:00T", "it ends on no calendar day: 2012-01-01T00:00:00T"],
    ["2012-01-01Z", "it ends on no calendar day: 2012-01-01Z"],
  ])("%s is %s", (text, expected) => {
    expect(day(text)).toBe(expected);
  });

  test.each(["<endDate>2014-06-30</endDate>", "<startDate>2014-04-01</startDate>", ""])(
    "a period of %j alone is of no known shape",
    (period) => {
      expect(() => parse(instance(context("p", period)))).toThrow("context p has an unknown shape");
    },
  );
});

describe("what a fact is", () => {
  test("nil by either word, and only by the word of its namespace", () => {
    const nil = (attribute: string) =>
      values(fact("us-gaap:Revenues", "7", `contextRef="q" unitRef="usd" ${attribute}`)).length;
    expect(['xsi:nil="1"', 'xsi:nil="true"'].map(nil)).toEqual([0, 0]);
    expect(['xsi:nil="0"', 'xsi:nil="false"', 'goog:nil="true"'].map(nil)).toEqual([1, 1, 1]);
  });

  test("not an element inside another one, nor one that names no context", () => {
    const inside = `<goog:Tuple>${fact("us-gaap:Revenues", "7")}</goog:Tuple>`;
    const without = fact("us-gaap:Revenues", "8", 'unitRef="usd"');
    expect(values(inside + without)).toEqual([]);
  });

  test("its text may be quoted", () => {
    expect(values(fact("us-gaap:Revenues", "<![CDATA[70]]>5"))).toEqual([["705", -6]]);
  });

  test.each([
    ["-6", -6],
    ["+2", 2],
    ["0", 0],
    ["INF", null],
    ["100", null],
    ["-6.0", null],
    ["", null],
  ])("decimals of %j are %s", (decimals, expected) => {
    const attributes = `contextRef="q" unitRef="usd" decimals="${decimals}"`;
    expect(values(fact("us-gaap:Revenues", "7", attributes))).toEqual([["7", expected]]);
  });

  test("a class of shares in the scenario counts as one in the segment", () => {
    const at = "<instant>2014-07-17</instant>";
    const inScenario = context("a", at).replace(
      "</context>",
      `<scenario>${classMember("us-gaap:CommonClassAMember")}</scenario></context>`,
    );
    const shares = 'contextRef="a" unitRef="shares" decimals="INF"';
    const { facts } = parse(
      instance(inScenario + fact("dei:EntityCommonStockSharesOutstanding", "5", shares)),
    );
    expect(facts[0]?.dimensions).toBe(
      "us-gaap:StatementClassOfStockAxis=us-gaap:CommonClassAMember",
    );
  });
});

describe("a fact repeated in one instance (section 2.1)", () => {
  const repeated = (...written: [value: string, decimals: string][]) =>
    values(
      written
        .map(([value, decimals]) =>
          fact("us-gaap:Revenues", value, `contextRef="q" unitRef="usd" decimals="${decimals}"`),
        )
        .join(""),
    );

  test("values a unit apart agree, and in either order the same one stays", () => {
    const [one, other] = [
      ["15956000000", "-6"],
      ["15955000000", "-6"],
    ] as [[string, string], [string, string]];
    expect(repeated(one, other)).toEqual([["15955000000", -6]]);
    expect(repeated(other, one)).toEqual([["15955000000", -6]]);
    expect(repeated(one, ["15954999999", "-6"])).toHaveLength(2);
  });

  test("half a unit of the coarser and half a unit of the finer are the most", () => {
    expect(repeated(["15955000000", "-6"], ["15954499500", "-3"])).toEqual([["15954499500", -3]]);
    expect(repeated(["15955000000", "-6"], ["15954499499", "-3"])).toHaveLength(2);
    expect(repeated(["15955000000", "-6"], ["15955500000", "INF"])).toEqual([
      ["15955500000", null],
    ]);
    expect(repeated(["15955000000", "-6"], ["15955500001", "INF"])).toHaveLength(2);
  });

  test("a value without a stated precision explains no other", () => {
    const plain = fact("us-gaap:Revenues", "100", 'contextRef="q" unitRef="usd"');
    const precise = fact("us-gaap:Revenues", "101", 'contextRef="q" unitRef="usd" decimals="0"');
    expect(values(plain + precise)).toEqual([
      ["101", 0],
      ["100", null],
    ]);
  });

  test("the same tag of another period, unit or class is another fact", () => {
    const at = (attributes: string) => fact("us-gaap:Revenues", "7", attributes);
    const facts = [
      'contextRef="q" unitRef="usd"',
      'contextRef="i" unitRef="usd"',
      'contextRef="q" unitRef="shares"',
      'contextRef="a" unitRef="usd"',
    ].map(at);
    const ofClass = context("a", duration, classMember("us-gaap:CommonClassAMember"));
    expect(values(ofClass + facts.join(""))).toHaveLength(4);
  });
});

describe("the cover", () => {
  const twice = (one: string, other: string) =>
    parse(
      instance(
        context("d", duration, classMember("us-gaap:CommonClassAMember")) +
          `<dei:EntityRegistrantName contextRef="${one}">\n Google  Inc. </dei:EntityRegistrantName>` +
          `<dei:EntityRegistrantName contextRef="${other}">Other</dei:EntityRegistrantName>` +
          fact("us-gaap:Revenues", "1"),
      ),
    ).entityName;

  test("is the first text without a dimension: others name co-registrants", () => {
    expect(twice("q", "i")).toBe("Google Inc.");
    expect(twice("d", "q")).toBe("Other");
  });

  test("an empty text says nothing", () => {
    const empty = cover.replace(">10-Q<", "> <");
    const unknown = { accession: "0000000000-00-000000", form: null, filed: null };
    const { dei, facts } = parse(instance(empty + fact("us-gaap:Revenues", "1")), unknown);
    expect([dei.documentType, facts[0]?.form]).toEqual([null, "Other"]);
  });
});
