import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { ratePage } from "../../helpers/regulator/pages.ts";
import { type RegulatorOptions, startRegulator } from "../../helpers/regulator/regulator.ts";
import {
  closeAll,
  exampleOptions,
  factsPath,
  get,
  start,
  submissionsPath,
  userAgent,
} from "./sample-client.ts";

afterEach(closeAll);

describe("the protocol", () => {
  test.each([factsPath, submissionsPath, "/files/company_tickers.json"])(
    "%s is not sent again to a caller who has it",
    async (path) => {
      const regulator = await start(exampleOptions);
      const first = await get(regulator, path);
      const tag = String(first.headers.etag);
      const date = String(first.headers["last-modified"]);

      expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
      expect(date).toBe("Thu, 29 Feb 2024 00:00:00 GMT");
      const again = await get(regulator, path, { "if-none-match": tag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      const zipped = await get(regulator, path, {
        "if-none-match": tag,
        "accept-encoding": "gzip",
      });
      expect(zipped.status).toBe(304);
      expect((await get(regulator, path, { "if-modified-since": date })).status).toBe(304);
      // The tag decides where both are sent.
      const stale = { "if-none-match": '"other"', "if-modified-since": date };
      expect((await get(regulator, path, stale)).status).toBe(200);
    },
  );

  test("gzip is sent when asked for, and only then", async () => {
    const regulator = await start(exampleOptions);
    const plain = await get(regulator, factsPath, { "accept-encoding": "identity" });
    const zipped = await get(regulator, factsPath, { "accept-encoding": "gzip, deflate" });

    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(Number(zipped.headers["content-length"])).toBe(zipped.body.length);
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
  });

  test.each([
    "/submissions/CIK0000000043.json",
    "/submissions/CIK42.json",
    "/submissions/CIK0000000042-submissions-003.json",
    "/api/xbrl/companyfacts/CIK0000000043.json",
    "/api/xbrl/companyfacts/CIK0000000042-submissions-001.json",
    "/",
    "//",
    "/%",
    "/submissions/../../etc/passwd",
  ])("%s is answered with the store's NoSuchKey", async (path) => {
    const { status, headers, text } = await get(await start(exampleOptions), path);
    expect([status, headers["content-type"]]).toEqual([404, "application/xml"]);
    expect(text).toContain("<Code>NoSuchKey</Code>");
  });

  test("a caller who names no contact is refused [PIP-16]", async () => {
    const regulator = await start(exampleOptions);
    for (const agent of ["", "node", "Mozilla/5.0"]) {
      const { status, text } = await get(regulator, submissionsPath, { "user-agent": agent });
      expect(status).toBe(403);
      expect(text).toContain("Undeclared Automated Tool");
      expect(text).not.toContain("Request Rate Threshold Exceeded");
    }
  });

  test("only reading is possible; HEAD has the headers without the body", async () => {
    const regulator = await start(exampleOptions);
    expect((await get(regulator, factsPath, {}, "POST")).status).toBe(405);
    const head = await get(regulator, factsPath, {}, "HEAD");
    const full = await get(regulator, factsPath);
    expect(head.body.length).toBe(0);
    expect(head.headers.etag).toBe(full.headers.etag);
    expect(head.headers["content-length"]).toBe(String(full.body.length));
  });

  test("the log has every request with who asked and what was answered", async () => {
    const regulator = await start(exampleOptions);
    await get(regulator, submissionsPath, { "accept-encoding": "gzip" });
    await get(regulator, "/files/nothing.json", { "user-agent": "node" });

    expect(regulator.log.map(({ atMs, ...rest }) => rest)).toEqual([
      {
        method: "GET",
        path: submissionsPath,
        userAgent,
        acceptEncoding: "gzip",
        status: 200,
      },
      {
        method: "GET",
        path: "/files/nothing.json",
        userAgent: "node",
        acceptEncoding: "",
        status: 403,
      },
    ]);
    const [first, second] = regulator.log.map(({ atMs }) => atMs);
    expect(first).toBeLessThanOrEqual(Number(second));
  });
});

describe("time", () => {
  test("nothing filed after the day is served until the day is moved", async () => {
    const regulator = await start({ ...exampleOptions, date: "2024-02-27" });
    const early = await get(regulator, factsPath);
    expect(early.text).toContain("12345678901234567890");
    expect(early.text).not.toContain("12345678901234567891");
    expect(early.text).not.toContain("Assets");

    regulator.moveTo("2024-02-29");

    const late = await get(regulator, factsPath, { "if-none-match": String(early.headers.etag) });
    expect(late.status).toBe(200);
    expect(late.text).toContain("12345678901234567891");
    const { filings } = JSON.parse((await get(regulator, submissionsPath)).text);
    expect(filings.recent.filingDate[0]).toBe("2024-02-29");
  });

  test("a company without facts yet has a history and no company facts", async () => {
    const regulator = await start({ ...exampleOptions, date: "2024-02-20" });
    expect((await get(regulator, factsPath)).status).toBe(404);
    expect((await get(regulator, submissionsPath)).status).toBe(200);
  });
});

describe("faults", () => {
  test("the rate page, 429 and 5xx take the place of the answer, as long as the test wants", async () => {
    const planned = [
      { kind: "answer", ...ratePage } as const,
      { kind: "answer", status: 429, headers: { "retry-after": "7" } } as const,
      { kind: "answer", status: 500, body: "oops" } as const,
    ];
    const regulator = await start({ ...exampleOptions, faults: () => planned.shift() ?? null });

    const refused = await get(regulator, factsPath);
    expect(refused.status).toBe(403);
    expect(refused.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(refused.text).toContain("Request Rate Threshold Exceeded");
    const limited = await get(regulator, factsPath);
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, "7"]);
    const broken = await get(regulator, factsPath);
    expect([broken.status, broken.text]).toEqual([500, "oops"]);
    expect((await get(regulator, factsPath)).status).toBe(200);
    expect(regulator.log.map(({ status }) => status)).toEqual([403, 429, 500, 200]);
  });

  test("a cut answer promises its whole length and breaks off", async () => {
    const faults: RegulatorOptions["faults"] = ({ path }) =>
      path === factsPath ? { kind: "cut", bytes: 100 } : null;
    const regulator = await start({ ...exampleOptions, faults });

    await expect(get(regulator, factsPath)).rejects.toThrow("aborted");
    expect((await get(regulator, submissionsPath)).status).toBe(200);
  });

  test("a slow answer is the true one", async () => {
    const regulator = await start({ ...exampleOptions, faults: () => ({ kind: "slow", ms: 20 }) });
    const { status, text } = await get(regulator, factsPath);
    expect([status, text.startsWith('{"cik":42,')]).toEqual([200, true]);
  });

  test("closing does not wait for slow answers", async () => {
    const faults: RegulatorOptions["faults"] = () => ({ kind: "slow", ms: 3_600_000 });
    const regulator = await startRegulator({ ...exampleOptions, faults });
    const pending = get(regulator, factsPath);
    const refused = expect(pending).rejects.toThrow();
    await expect.poll(() => regulator.log.length).toBe(1);
    await regulator.close();
    await refused;
  });
});

test("a taken port is an error, not a second server", async () => {
  const { url } = await start(exampleOptions);
  const port = Number(new URL(url).port);
  await expect(startRegulator({ ...exampleOptions, port })).rejects.toThrow("EADDRINUSE");
});
