import { describe, expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";

const netIncome = "us-gaap:NetIncomeLoss";
const wanted = new Set([netIncome, "us-gaap:Assets", "ifrs-full:Assets", "us-gaap:ParValue"]);

/** Kraft Heinz 2017 net income: as first reported, then restated, then quoted by an 8-K without fy and fp. */
const kraftHeinz = [
  '{"start":"2017-01-01","end":"2017-12-30","val":10999000000,"accn":"0001637459-18-000015","fy":2017,"fp":"FY","form":"10-K","filed":"2018-02-16"}',
  '{"start":"2017-01-01","end":"2017-12-30","val":10941000000,"accn":"0001637459-19-000049","fy":2018,"fp":"FY","form":"10-K","filed":"2019-06-07"}',
  '{"start":"2017-01-01","end":"2017-12-30","val":10941000000,"accn":"0001637459-20-000168","fy":null,"fp":null,"form":"8-K","filed":"2020-11-13","frame":"CY2017"}',
];

function documentOf(entries: string[], { tag = "NetIncomeLoss", unit = "USD", more = "" } = {}) {
  return `{"cik":1637459,"entityName":"Kraft Heinz Co","facts":{"us-gaap":{"${tag}":{"label":null,"description":null,"units":{"${unit}":[${entries.join(",")}]}}}}${more}}`;
}

const parse = (text: string) => parseCompanyFacts(Buffer.from(text), wanted);

/** The one value of a document whose only entry has `val` written that way. */
function valueWritten(val: string): string | undefined {
  const entry = `{"end":"2023-12-31","val":${val},"accn":"0000320193-24-000001","fy":null,"fp":null,"form":"10-K","filed":"2024-02-01"}`;
  return parse(documentOf([entry])).facts[0]?.value;
}

const refusal = (text: string) => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("what a companyfacts document says", () => {
  test("every version of a fact keeps accession, form, filed, period, unit and tag [PIP-03] [PIP-04]", () => {
    const { cik, entityName, facts } = parse(documentOf(kraftHeinz));

    expect([cik, entityName]).toEqual(["0001637459", "Kraft Heinz Co"]);
    expect(
      facts.map(({ value, accession, filed, fy, fp }) => [value, accession, filed, fy, fp]),
    ).toEqual([
      ["10999000000", "0001637459-18-000015", "2018-02-16", 2017, "FY"],
      ["10941000000", "0001637459-19-000049", "2019-06-07", 2018, "FY"],
      ["10941000000", "0001637459-20-000168", "2020-11-13", null, null],
    ]);
    expect(facts[0]).toEqual({
      taxonomy: "us-gaap",
      tag: "NetIncomeLoss",
      unit: "USD",
      start: "2017-01-01",
      end: "2017-12-30",
      value: "10999000000",
      accession: "0001637459-18-000015",
      form: "10-K",
      filed: "2018-02-16",
      fy: 2017,
      fp: "FY",
      decimals: null,
      dimensions: null,
    });
  });

  test("an instant has no start, and a fact that ends after its filing stays", () => {
    const entry =
      '{"end":"2030-06-30","val":5,"accn":"0001637459-18-000015","fy":2017,"fp":"FY","form":"10-K","filed":"2018-02-16"}';

    const [fact] = parse(documentOf([entry], { tag: "Assets" })).facts;

    expect([fact?.start, fact?.end, fact?.filed]).toEqual([null, "2030-06-30", "2018-02-16"]);
  });

  test("tags outside the registry are counted, not computed with [PIP-03]", () => {
    const { facts, unmapped } = parse(documentOf(kraftHeinz, { tag: "SomethingElse" }));

    expect(facts).toEqual([]);
    expect(unmapped).toEqual([{ taxonomy: "us-gaap", tag: "SomethingElse", count: 3 }]);
  });

  test("a padded cik, a no-break space in the name and keys of copies are read", () => {
    const text =
      '{"ticker":"LPA","fetched":"2026-07-24","entityName":"HOME DEPOT,\u00a0INC.","cik":"0001997711","facts":{"dei":{"X":{"units":{"pure":[1]}}}}}';

    const { cik, entityName, facts, additions } = parse(text);

    expect([cik, entityName, facts, additions]).toEqual(["0001997711", "HOME DEPOT, INC.", [], []]);
  });

  test("a document with facts of tags that nobody asked for is empty, not a fault", () => {
    const text = '{"cik":350001,"entityName":"","facts":{"dei":{"X":{"units":{"pure":[1,2]}}}}}';

    expect(parse(text)).toEqual({
      cik: "0000350001",
      entityName: "",
      facts: [],
      unmapped: [{ taxonomy: "dei", tag: "X", count: 2 }],
      rejected: [],
      additions: [],
    });
  });

  test("members the format did not have are ignored and reported as drift", () => {
    const entry = `${kraftHeinz[0]?.slice(0, -1)},"segment":"x"}`;

    const { facts, additions } = parse(documentOf([entry], { more: ',"schemaVersion":2' }));

    expect(facts[0]?.value).toBe("10999000000");
    expect(additions).toEqual(["entry.segment", "schemaVersion"]);
  });
});

describe("numbers are exact decimal text [SFR-25]", () => {
  test.each([
    ["383285000000", "383285000000"],
    ["-963000000", "-963000000"],
    ["6.31", "6.31"],
    ["0.00001", "0.00001"],
    ["1e-05", "0.00001"],
    ["1E+3", "1000"],
    ["0.0", "0"],
    ["-0", "0"],
    ["2894307.7", "2894307.7"],
    ["1200000000000000", "1200000000000000"],
    ["1000000000000000000", "1000000000000000000"],
    ["1234567890123456789", "1234567890123456789"],
    ["-9007199254740993", "-9007199254740993"],
    ["0.12345678901234567891", "0.12345678901234567891"],
    ["1.0000000000000000001", "1.0000000000000000001"],
    ["1234567890.1234567890e2", "123456789012.3456789"],
  ])("%s is %s", (written, exact) => {
    expect(valueWritten(written)).toBe(exact);
  });

  test("digits are kept wherever in the document a long number begins", () => {
    for (let shift = 0; shift < 16; shift += 1) {
      const pad = " ".repeat(shift);
      for (const number of ["9007199254740993", "-123456789012345678.5"]) {
        expect([shift, valueWritten(`${pad}${number}`)]).toEqual([shift, number]);
      }
    }
  });

  test("one long number does not change how its neighbours are read", () => {
    const long = kraftHeinz[0]?.replace("10999000000", "12345678901234567.89") ?? "";

    const { facts } = parse(documentOf([long, ...kraftHeinz.slice(1)]));

    expect(facts.map(({ value, fy }) => [value, fy])).toEqual([
      ["12345678901234567.89", 2017],
      ["10941000000", 2018],
      ["10941000000", null],
    ]);
  });

  test("a reported zero is 0 and not absent [SFR-24]", () => {
    expect(valueWritten("0")).toBe("0");
  });
});

describe("faults", () => {
  test("a document cut anywhere is refused whole [PIP-13] [PIP-14]", () => {
    const whole = documentOf(kraftHeinz);

    for (let cut = 0; cut < whole.length; cut += 7) {
      expect(refusal(whole.slice(0, cut))).toBe("company facts are not one whole JSON document");
    }
  });

  test.each([
    ["an HTML page", "<html>Undeclared Automated Tool</html>", "not one whole JSON document"],
    ["a list", "[]", "not a JSON object"],
    ["no cik", '{"facts":{}}', "no cik"],
    ["a cik of text", '{"cik":"AAPL","facts":{}}', "not one to ten digits"],
    ["no facts", '{"cik":1,"entityName":"A","filings":{}}', "carry no facts"],
    ["empty facts", '{"cik":1,"facts":{}}', "carry no fact"],
    ["tags without an entry", '{"cik":1,"facts":{"dei":{"X":{"units":{"USD":[]}}}}}', "no fact"],
    ["a taxonomy as null", '{"cik":1,"facts":{"us-gaap":null}}', "us-gaap is not an object"],
    ["facts as a list", '{"cik":1,"facts":[]}', "facts is not an object"],
    ["a tag as null", '{"cik":1,"facts":{"us-gaap":{"Assets":null}}}', "us-gaap:Assets is not an"],
    ["no units", '{"cik":1,"facts":{"us-gaap":{"Assets":{}}}}', "units of us-gaap:Assets is not"],
    [
      "a unit as object",
      '{"cik":1,"facts":{"us-gaap":{"Other":{"units":{"USD":{}}}}}}',
      "us-gaap:Other has a unit USD that is not a list",
    ],
    ["an entry as text", documentOf(['"x"']), "holds an entry that is not an object"],
  ])("%s refuses the document", (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });

  test.each([
    ["accn", "us-gaap:NetIncomeLoss has an entry without accn"],
    ["end", "us-gaap:NetIncomeLoss of 0001637459-18-000015 has no end date"],
    ["form", "us-gaap:NetIncomeLoss of 0001637459-18-000015 has no form"],
    ["filed", "us-gaap:NetIncomeLoss of 0001637459-18-000015 has no filed date"],
  ])("an entry without %s refuses the document and names the place", (key, message) => {
    const { [key]: _, ...entry } = JSON.parse(kraftHeinz[0] ?? "");

    expect(refusal(documentOf([JSON.stringify(entry)]))).toBe(message);
  });

  test.each([
    ["accn of another form", { accn: "000163745918000015" }, "accn of another form"],
    ["end of another form", { end: "20171230" }, "end that is not an ISO date"],
    ["start as null", { start: null }, "no start date"],
    ["fy as text", { fy: "2017" }, "fy that is not a number"],
    ["fp as number", { fp: 4 }, "fp that is not text"],
  ])("%s refuses the document", (_, change, message) => {
    const entry = { ...JSON.parse(kraftHeinz[0] ?? ""), ...change };

    expect(refusal(documentOf([JSON.stringify(entry)]))).toContain(message);
  });

  test.each<[string, unknown, string]>([
    ["without accn", { accn: undefined }, "has an entry without accn"],
    ["without a filing date", { filed: null }, "has no filed date"],
    ["with an end of another form", { end: "20171230" }, "end that is not an ISO date"],
    ["with a form that is no text", { form: 10 }, "has no form"],
    ["that is a text", null, "holds an entry that is not an object"],
  ])("an entry %s is set aside alone where others can be read [PIP-13]", (_, change, reason) => {
    const broken = change ? { ...JSON.parse(kraftHeinz[0] ?? ""), ...change } : "x";
    const { facts, rejected } = parse(documentOf([JSON.stringify(broken), ...kraftHeinz.slice(1)]));
    expect(facts.map(({ fy }) => fy)).toEqual([2018, null]);
    expect(rejected).toHaveLength(1);
    expect(rejected?.[0]?.reason).toContain(reason);
  });

  test.each(['"10999000000"', "null", '{"source":1}', "true", "1e999"])(
    "a val of %s sets its fact aside with the reason, the others stay [PIP-13]",
    (val) => {
      const entry = (kraftHeinz[0] ?? "").replace(/"val":[^,]+/, `"val":${val}`);
      const { facts, rejected } = parse(documentOf([entry, ...kraftHeinz.slice(1)]));
      const reason = "its val is not a number";
      expect(facts.map(({ fy }) => fy)).toEqual([2018, null]);
      expect(rejected).toEqual([
        { taxonomy: "us-gaap", tag: "NetIncomeLoss", accession: "0001637459-18-000015", reason },
      ]);
    },
  );

  test.each([
    ["2017-02-29", "2017-12-30", "2017-02-29 is not a day of the calendar"],
    ["2017-01-01", "2017-13-01", "2017-13-01 is not a day of the calendar"],
    ["2018-01-01", "2017-12-30", "the period starts (2018-01-01) after it ends (2017-12-30)"],
  ])(
    "an impossible period %s to %s is set aside with its reason, the others stay [PIP-13]",
    (start, end, reason) => {
      const impossible = JSON.stringify({ ...JSON.parse(kraftHeinz[0] ?? ""), start, end });

      const { facts, rejected } = parse(documentOf([impossible, ...kraftHeinz.slice(1)]));

      expect(facts.map(({ fy }) => fy)).toEqual([2018, null]);
      expect(rejected).toEqual([
        { taxonomy: "us-gaap", tag: "NetIncomeLoss", accession: "0001637459-18-000015", reason },
      ]);
    },
  );

  test("keys that every object inherits are tags like any other and pollute nothing", () => {
    const tags = '"__proto__":{"units":{"USD":[]}},"constructor":{"units":{"USD":[1,2]}}';
    const text = `{"cik":1,"facts":{"us-gaap":{${tags}},"__proto__":{"polluted":{"units":{}}}}}`;

    const { unmapped } = parse(text);

    expect(unmapped.map(({ taxonomy, tag, count }) => [taxonomy, tag, count])).toEqual([
      ["us-gaap", "__proto__", 0],
      ["us-gaap", "constructor", 2],
      ["__proto__", "polluted", 0],
    ]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("deep nesting and endless digits end in a refusal, not in a crash", () => {
    const deep = `{"cik":1,"facts":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const digits = "0".repeat(50_000);

    expect(refusal(deep)).toContain("facts is not an object");
    expect([valueWritten(`0.${digits}1`), valueWritten(`1${digits}`)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
