import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { cleanText } from "#ingest/sources/edgar/border.ts";
import { parseSubmissions, parseSubmissionsPage } from "#ingest/sources/edgar/submissions.ts";
import { hasSharedEdgar, readShared, sharedEdgar } from "./edgar-shared.ts";

const columns = () => ({
  accessionNumber: ["0000320193-24-000123", "0000320193-24-000081", "0000320193-24-000081"],
  filingDate: ["2024-11-01", "2024-08-02", "2024-08-02"],
  reportDate: ["2024-09-28", "", ""],
  acceptanceDateTime: ["2024-11-01T06:01:36.000Z", "", ""],
  form: ["10-K", "10-Q/A", "10-Q/A"],
  isXBRL: [1, 0, 0],
  isInlineXBRL: [1, 0, 0],
  primaryDocument: ["aapl-20240928.htm", "", ""],
  size: [9_759_333, 1, 1],
});

const document = () => ({
  cik: "0000320193",
  entityType: "operating",
  sic: "3571",
  sicDescription: "Electronic Computers",
  name: "Apple\u00a0Inc.\u202e",
  tickers: ["AAPL", "AAPL-P"],
  exchanges: ["Nasdaq", null],
  ein: "942404110",
  description: "",
  website: "",
  category: "Large accelerated filer<br>Well-known seasoned issuer",
  fiscalYearEnd: "0928",
  stateOfIncorporation: "CA",
  stateOfIncorporationDescription: "CA",
  addresses: {
    mailing: { street1: "ONE APPLE PARK WAY", street2: null, city: "CUPERTINO", zipCode: "95014" },
    business: {
      street1: "ONE APPLE PARK WAY",
      street2: "BUILDING 1",
      city: "CUPERTINO",
      stateOrCountry: "CA",
      zipCode: "95014",
      stateOrCountryDescription: "CA",
    },
  },
  phone: "(408) 996-1010",
  flags: "",
  formerNames: [
    {
      name: "APPLE COMPUTER INC",
      from: "1994-01-26T05:00:00.000Z",
      to: "2007-01-04T05:00:00.000Z",
    },
  ],
  filings: {
    recent: columns(),
    files: [{ name: "CIK0000320193-submissions-001.json", filingCount: 1_200 }],
  },
});

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
type Document = ReturnType<typeof document>;
const withChange = (change: (document: Document) => unknown) => {
  const changed = document();
  change(changed);
  return bytes(changed);
};

describe("a company's filing index", () => {
  test("gives profile, filings and older pages, each absent thing as null", () => {
    expect(parseSubmissions(bytes(document()))).toEqual({
      profile: {
        cik: "0000320193",
        name: "Apple Inc.",
        sic: "3571",
        sicDescription: "Electronic Computers",
        fiscalYearEnd: "0928",
        entityType: "operating",
        category: "Large accelerated filer, Well-known seasoned issuer",
        stateOfIncorporation: "CA",
        description: null,
        website: null,
        phone: "(408) 996-1010",
        ein: "942404110",
        tickers: [
          { ticker: "AAPL", exchange: "Nasdaq" },
          { ticker: "AAPL-P", exchange: null },
        ],
        formerNames: [{ name: "APPLE COMPUTER INC", from: "1994-01-26", to: "2007-01-04" }],
        addresses: [
          {
            kind: "business",
            street: "ONE APPLE PARK WAY, BUILDING 1",
            city: "CUPERTINO",
            state: "CA",
            postalCode: "95014",
            country: "United States",
          },
          {
            kind: "mailing",
            street: "ONE APPLE PARK WAY",
            city: "CUPERTINO",
            state: null,
            postalCode: "95014",
            country: null,
          },
        ],
      },
      filings: [
        {
          accession: "0000320193-24-000123",
          cik: "0000320193",
          form: "10-K",
          filed: "2024-11-01",
          acceptedAt: "2024-11-01T06:01:36.000Z",
          reportDate: "2024-09-28",
          primaryDocument: "aapl-20240928.htm",
          isXbrl: true,
        },
        {
          accession: "0000320193-24-000081",
          cik: "0000320193",
          form: "10-Q/A",
          filed: "2024-08-02",
          acceptedAt: null,
          reportDate: null,
          primaryDocument: null,
          isXbrl: false,
        },
      ],
      olderPages: ["CIK0000320193-submissions-001.json"],
      additions: [],
    });
  });

  test("gives a place abroad in words, whichever way it is written", () => {
    const place = (business: Record<string, unknown>) => {
      const body = withChange((d) => Object.assign(d.addresses, { business }));
      const { state, country } = parseSubmissions(body).profile.addresses[0] ?? {};
      return [state, country];
    };

    expect(place({ country: "Germany", foreignStateTerritory: "GERMANY" })).toEqual([
      null,
      "Germany",
    ]);
    expect(place({ country: "Germany", foreignStateTerritory: "Bavaria" })).toEqual([
      "Bavaria",
      "Germany",
    ]);
    expect(place({ stateOrCountry: "M0", stateOrCountryDescription: "Japan" })).toEqual([
      null,
      "Japan",
    ]);
    expect(place({ stateOrCountry: "A8", stateOrCountryDescription: "Quebec, Canada" })).toEqual([
      "Quebec",
      "Canada",
    ]);
    expect(
      parseSubmissions(
        withChange((d) =>
          Object.assign(d, {
            stateOfIncorporation: "2M",
            stateOfIncorporationDescription: "Germany",
          }),
        ),
      ).profile.stateOfIncorporation,
    ).toBe("Germany");
  });

  test("takes a CIK as number or text and says nothing where the regulator has placeholders", () => {
    const { profile } = parseSubmissions(
      withChange((d) =>
        Object.assign(d, { cik: 320193, ein: "000000000", fiscalYearEnd: "0000", sic: "" }),
      ),
    );

    expect(profile).toMatchObject({ cik: "0000320193", ein: null, fiscalYearEnd: null, sic: null });
  });

  test("ignores what is new in the format and reports it as drift", () => {
    const body = withChange((d) => {
      Object.assign(d, { sustainability: { score: 1 } });
      Object.assign(d.filings.recent, { isMachineReadable: [1, 1, 1] });
    });

    expect(parseSubmissions(body).additions).toEqual(["sustainability"]);
  });

  test.each<[string, (d: Document) => unknown]>([
    ["filings.recent.accessionNumber[1]", (d) => (d.filings.recent.accessionNumber[1] = "320193")],
    ["filings.recent.filingDate[0]", (d) => (d.filings.recent.filingDate[0] = "2024-02-30")],
    ["filings.recent.filingDate[2]", (d) => (d.filings.recent.filingDate[2] = "08/02/2024")],
    ["filings.recent.filingDate", (d) => Reflect.deleteProperty(d.filings.recent, "filingDate")],
    ["filings.recent.isXBRL[0]", (d) => Object.assign(d.filings.recent.isXBRL, { 0: "yes" })],
    [
      "filings.recent.acceptanceDateTime[0]",
      (d) => (d.filings.recent.acceptanceDateTime[0] = "now"),
    ],
    ["form", (d) => d.filings.recent.form.pop()],
    [
      "filings.files[0].name",
      (d) => Object.assign(d.filings.files[0] ?? {}, { name: "../../etc" }),
    ],
    ["filings", (d) => Reflect.deleteProperty(d, "filings")],
    ["cik", (d) => Object.assign(d, { cik: "Apple" })],
    ["name", (d) => Object.assign(d, { name: null })],
    ["name", (d) => Object.assign(d, { name: "\u00a0\u200b" })],
    ["tickers", (d) => Object.assign(d, { tickers: "AAPL" })],
    ["sic", (d) => Object.assign(d, { sic: 3571 })],
  ])("with a missing or retyped %s is refused by that name", (where, change) => {
    const parse = () => parseSubmissions(withChange(change));

    expect(parse).toThrow(ParseError);
    expect(parse).toThrow(where);
  });

  test("cut anywhere is refused", () => {
    const whole = bytes(document());
    for (let at = 0; at < whole.length - 1; at += 37) {
      expect(() => parseSubmissions(whole.subarray(0, at))).toThrow(ParseError);
    }
  });

  test("keys of JavaScript's own objects change nothing", () => {
    const text = JSON.stringify(document()).replace(
      "{",
      '{"__proto__":{"polluted":1},"constructor":1,',
    );

    expect(parseSubmissions(Buffer.from(text)).profile.name).toBe("Apple Inc.");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

test("an older page holds the bare columns; its company is told from outside", () => {
  const filings = parseSubmissionsPage(bytes(columns()), "320193");

  expect(filings.map(({ cik, accession }) => [cik, accession])).toEqual([
    ["0000320193", "0000320193-24-000123"],
    ["0000320193", "0000320193-24-000081"],
  ]);
  expect(() => parseSubmissionsPage(bytes({ accessionNumber: [] }), "320193")).toThrow(ParseError);
});

test("text of filers is composed, single-spaced and free of control and direction characters", () => {
  expect(cleanText("HOME DEPOT,\u00a0INC.")).toBe("HOME DEPOT, INC.");
  expect(cleanText(" Soc\u0069e\u0301te\u0301 \t\r\n Ge\u0301ne\u0301rale\u0000 ")).toBe(
    "Société Générale",
  );
  expect(cleanText("a\u202eb\u200bc\u2066d\ufeff")).toBe("abcd");
  expect(cleanText("bad \ud800 surrogate")).toBe("bad \ufffd surrogate");
  expect(cleanText(`${"x".repeat(399)}😀`)).toBe(`${"x".repeat(399)}\ufffd`);
});

describe.skipIf(!hasSharedEdgar)("real filing indexes", () => {
  test("every one is read, without drift, 124,403 filings in all", () => {
    let filings = 0;
    const additions = new Set<string>();
    for (const name of readdirSync(join(sharedEdgar, "submissions"))) {
      const body = readShared(`submissions/${name.replace(/\.gz$/, "")}`);
      if (/-submissions-/.test(name)) {
        filings += parseSubmissionsPage(body, name.slice(3, 13)).length;
        continue;
      }
      const read = parseSubmissions(body);
      filings += read.filings.length;
      for (const addition of read.additions) additions.add(addition);
      expect(read.profile.cik).toBe(name.slice(3, 13));
    }
    expect([filings, [...additions]]).toEqual([124_403, []]);
  });

  test("a company abroad and a test registrant with every special character", () => {
    const siemens = parseSubmissions(readShared("submissions/CIK0000940418.json")).profile;
    const special = parseSubmissions(readShared("submissions/CIK0000350001.json"));

    expect(siemens).toMatchObject({ stateOfIncorporation: "Germany", ein: null, tickers: [] });
    expect(siemens.addresses[0]).toMatchObject({ city: "MUNICH", state: null, country: "Germany" });
    expect(special.profile.name).toBe("Company Name Three `!#$(),:;=.-;\\|@/{}&'\\WA\\");
    expect([special.filings, special.profile.formerNames.length]).toEqual([[], 19]);
  });
});
