import { describe, expect, test } from "vitest";
import { readCookie } from "#api/auth/browser.ts";
import { decodeBase64 } from "#api/data/text/decode-base64.ts";
import { boundedSearch } from "#api/data/text-search.ts";
import { addressKey } from "#api/http/limits/rate-limit.ts";
import { refuseLargeJson, refuseLongForm, refuseLongQuery } from "#api/http/requests/bounds.ts";
import { acceptsGzip, matchesEtag, wantedVersions } from "#api/http/requests/conditional.ts";
import { parseForm } from "#api/http/requests/read-body.ts";
import { canBeStored, hasKeyTwice, roundsNumber } from "#api/http/requests/text-safety.ts";
import { parseConditions } from "#api/modules/screen/parse-conditions.ts";
import { readPeriods } from "#api/modules/screen/read-periods.ts";
import { nearConcepts } from "#registry/current/concept-names.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { nearest } from "#schemas/nearest.ts";
import { growthMax, growthOf } from "../../helpers/endpoints/growth.ts";

const registry = loadRegistry();
const parts = (count: number, of: (n: number) => string, between = "") =>
  Array.from({ length: count }, (_, n) => of(n)).join(between);

/** Refusals are answers, too. */
const orRefused = (read: () => unknown) => {
  try {
    read();
  } catch {
    // The work up to the refusal is what counts.
  }
};

type Reader = (text: string) => unknown;
const asJson =
  (read: (text: string, value: unknown) => unknown): Reader =>
  (text) =>
    read(text, JSON.parse(text));

/** What reads text of a request, with texts of `n` parts that ask the most of it. */
const readers: Readonly<Record<string, [Reader, ...((n: number) => string)[]]>> = {
  parseForm: [
    parseForm,
    (n) => parts(n, (at) => `f${at}=1`, "&"),
    (n) => "a=1&".repeat(n),
    (n) => "a".repeat(n * 4),
    (n) => "%41".repeat(n),
  ],
  refuseLongForm: [(text) => refuseLongForm(Buffer.from(text)), (n) => "&".repeat(n * 4)],
  refuseLongQuery: [refuseLongQuery, (n) => "?".repeat(n), (n) => "&".repeat(n * 4)],
  refuseLargeJson: [
    refuseLargeJson,
    (n) => "[".repeat(n),
    (n) => " ".repeat(n * 4),
    (n) => `"${"\\\\".repeat(n)}"`,
    (n) => `"${'\\"'.repeat(n)}"`,
    (n) => '"'.repeat(n),
    (n) => `"${"\\".repeat(n)}`,
  ],
  hasKeyTwice: [
    asJson(hasKeyTwice),
    (n) => `{${parts(n, (at) => `"k${at}":0`, ",")}}`,
    (n) => `{${parts(n, (at) => `"${at}":0`, ",")}}`,
    (n) => `["${'\\"'.repeat(n)}","${"\\\\".repeat(n)}"]`,
    (n) => `{"a"${" ".repeat(n * 4)}:1}`,
  ],
  roundsNumber: [
    roundsNumber,
    (n) => "1".repeat(n),
    (n) => parts(n, () => "12345678901234567", ","),
    (n) => parts(n, () => '"1234567890123456"', ","),
    (n) => `"${'\\"'.repeat(n)}1234567890123456"`,
  ],
  canBeStored: [asJson((_, value) => canBeStored(value)), (n) => `["${"é".repeat(n)}"]`],
  readCookie: [
    (cookie) => readCookie({ cookie }, "session", "http://localhost"),
    (n) => "tenk-session=a;".repeat(n),
    (n) => ";".repeat(n * 4),
    (n) => " ".repeat(n * 4),
  ],
  acceptsGzip: [
    acceptsGzip,
    (n) => "br,".repeat(n),
    (n) => "br;q=0;".repeat(n),
    (n) => `br;q=0.${"0".repeat(n * 4)}1`,
    (n) => " ".repeat(n * 4),
  ],
  matchesEtag: [(text) => matchesEtag(text, '"a"'), (n) => '"b",'.repeat(n), (n) => "W/".repeat(n)],
  wantedVersions: [wantedVersions, (n) => '"1",'.repeat(n), (n) => " ".repeat(n * 4)],
  boundedSearch: [
    boundedSearch,
    (n) => "a ".repeat(n),
    (n) => "\u0007".repeat(n),
    (n) => "a\u0300".repeat(n),
    (n) => `a${"\u0316\u0300".repeat(n)}`,
  ],
  parseConditions: [
    (text) => orRefused(() => parseConditions(text, registry)),
    (n) => parts(n, () => "revenue > 1", " and "),
    (n) => " ".repeat(n * 4),
    (n) => `${"x".repeat(n * 4)} > 1`,
  ],
  readPeriods: [
    (text) => orRefused(() => readPeriods(text)),
    (n) => "2023FY,".repeat(n),
    (n) => "..".repeat(n),
  ],
  nearest: [(text) => nearest(text, ["revenue", "net_income"]), (n) => "x".repeat(n)],
  nearConcepts: [
    (text) => nearConcepts(registry, text),
    (n) => "aB".repeat(n),
    (n) => " ".repeat(n * 4),
  ],
  addressKey: [addressKey, (n) => ":1".repeat(n), (n) => "::".repeat(n)],
  decodeBase64: [decodeBase64, (n) => "AAAA".repeat(n), (n) => "=".repeat(n * 4)],
};

describe("the CPU that a reader needs grows no faster than the text [LIM-22]", () => {
  test.each(Object.entries(readers))("%s", async (_, [read, ...texts]) => {
    for (const [at, text] of texts.entries()) {
      const growth = await growthOf((size) => read(text(size)), 20_000);
      expect(growth, `text ${at}`).toBeLessThan(growthMax);
    }
  });

  test("a reader whose work grows with the square is noticed", async () => {
    const parseQuadratic = (text: string) => {
      const form = new URLSearchParams(text);
      return [...new Set(form.keys())].map((name) => form.getAll(name));
    };
    const form = (size: number) => parts(size, (at) => `f${at}=1`, "&");
    expect(await growthOf((size) => parseQuadratic(form(size)), 1500)).toBeGreaterThan(growthMax);
  });
});
