import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SourceError } from "#ingest/errors.ts";
import type { DocumentKind } from "#ingest/http/kinds.ts";
import { createUpstreamBudget } from "#ingest/http/upstream-budget.ts";
import { createHttp, type Http, type HttpOptions } from "#ingest/http.ts";
import type { Database } from "#schemas/database/db.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { openStandIn, type StandIn } from "./http-stand-in.ts";

const userAgent = "Tenk Tests tests@example.com";
const now = new Date("2026-11-20T12:00:00Z");

let database: Database;
let upstream: StandIn;
beforeAll(async () => {
  database = await openTestDatabase();
  upstream = await openStandIn();
});
afterAll(async () => {
  await upstream.close();
  await database.close();
});
beforeEach(async () => {
  upstream.log.length = 0;
  await forgetFaults();
});

const forgetFaults = () =>
  database.pool.query("delete from upstream; delete from upstream_host; delete from upstream_slot");

let slept: number[] = [];
function open(options: Partial<HttpOptions> = {}): Http {
  slept = [];
  return createHttp({
    userAgent,
    // The rate has its own tests; here it must not slow the faults down.
    budget: createUpstreamBudget(database.db, { name: "edgar", perSecond: 1_000 }),
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
    },
    random: () => 0.5,
    ...options,
  });
}

async function failure(work: Promise<unknown>): Promise<SourceError> {
  const result = await work.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  expect(result).toMatchObject({ name: "SourceError" });
  return result as SourceError;
}

const json = { "content-type": "application/json" };
const document = JSON.stringify({
  cik: 320193,
  entityName: 'Apple "\\" [Inc}.',
  facts: { "us-gaap": { Assets: { units: { USD: [{ end: "2024-09-28", val: 364980000000 }] } } } },
});
const get = (http: Http, kind: DocumentKind = "companyfacts", path = "/x.json") =>
  http.get(upstream.url + path, { kind });

const ratePage = `<!DOCTYPE html><html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head>
<body><h1>You’ve Exceeded the SEC’s Traffic Limit</h1></body></html>`;
const accessDenied =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
const undeclared = `<!DOCTYPE html><html><head><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></head></html>`;
const unavailablePage = `<!DOCTYPE html><html><head><title>SEC.gov | File Unavailable</title></head></html>`;

describe("a document", () => {
  test("arrives whole and unpacked, asked for with contact and gzip, with its validators [PIP-16]", async () => {
    upstream.answer((_request, response) => {
      response.writeHead(200, {
        ...json,
        "content-encoding": "gzip",
        etag: '"abc"',
        "last-modified": "Thu, 19 Nov 2026 22:00:00 GMT",
      });
      response.end(gzipSync(document));
    });

    const result = await get(open());

    expect(result).toEqual({
      status: "ok",
      body: Buffer.from(document),
      contentType: "application/json",
      etag: '"abc"',
      lastModified: "Thu, 19 Nov 2026 22:00:00 GMT",
      fetchedAt: "2026-11-20T12:00:00.000Z",
    });
    expect(upstream.log.map((seen) => seen.headers)).toMatchObject([
      { "user-agent": userAgent, "accept-encoding": "gzip", host: upstream.host },
    ]);
  });

  test("that has not changed costs a 304 where validators are at hand", async () => {
    upstream.answer((request, response) => {
      const isSame = request.headers["if-none-match"] === '"abc"';
      response.writeHead(isSame ? 304 : 200, json).end(isSame ? undefined : document);
    });
    const http = open();

    const same = await http.get(upstream.url, {
      kind: "companyfacts",
      etag: '"abc"',
      lastModified: "Thu, 19 Nov 2026 22:00:00 GMT",
    });
    const other = await http.get(upstream.url, { kind: "companyfacts", etag: null });

    expect(same).toEqual({ status: "notModified" });
    expect(other.status).toBe("ok");
    expect(upstream.log[0]?.headers["if-modified-since"]).toBe("Thu, 19 Nov 2026 22:00:00 GMT");
    expect(upstream.log[1]?.headers["if-none-match"]).toBeUndefined();
  });

  test("that the store does not have is absent: 404, 410 and its AccessDenied", async () => {
    const http = open();
    for (const [status, body] of [
      [404, "<Error><Code>NoSuchKey</Code></Error>"],
      [410, ""],
      [403, accessDenied],
    ] as const) {
      upstream.answer((_request, response) => response.writeHead(status).end(body));
      expect(await get(http)).toEqual({ status: "absent", httpStatus: status });
    }
    expect(upstream.log.length).toBe(3);
  });

  test("a feed page past the end is absent although it is a 503; other documents stay failing", async () => {
    upstream.answer((_request, response) => response.writeHead(503).end(unavailablePage));
    const http = open({ limits: { attempts: 1 } });

    expect(await get(http, "feed")).toEqual({ status: "absent", httpStatus: 503 });
    expect(await failure(get(http, "companyfacts"))).toMatchObject({ code: "unavailable" });
  });

  test("a redirect is refused, never followed", async () => {
    upstream.answer((_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    );

    expect(await failure(get(open()))).toMatchObject({ code: "refused", retryAt: null });
    expect(upstream.log.length).toBe(1);
  });
});

describe("the rate limit of the upstream", () => {
  const heldRow = async () => {
    const { rows } = await database.db.execute(
      sql`select extract(epoch from held_until - now())::int as held,
        extract(epoch from half_rate_until - held_until)::int as half from upstream`,
    );
    return rows[0];
  };

  test("the rate page holds every process for 600 s without one more request", async () => {
    upstream.answer((_request, response) =>
      response.writeHead(403, { "content-type": "text/html" }).end(ratePage),
    );
    const [one, two] = [open(), open()];

    const first = await failure(get(one));
    const others = await Promise.all([one, two, one, two].map((http) => failure(get(http))));

    expect(first).toMatchObject({ code: "held", retryAt: new Date("2026-11-20T12:10:00Z") });
    for (const other of others) {
      expect(other.code).toBe("held");
      expect(Number(other.retryAt) - now.getTime()).toBeGreaterThan(590_000);
    }
    expect(upstream.log.length).toBe(1);
    expect(await heldRow()).toMatchObject({ half: 3_600 });
  });

  test("429 holds for 600 s or for its Retry-After when that is longer, whatever that looks like", async () => {
    for (const [retryAfter, seconds] of [
      [undefined, 600],
      ["30", 600],
      ["1200", 1_200],
      ["Fri, 20 Nov 2026 13:00:00 GMT", 3_600],
      ["Fri, 20 Nov 2020 13:00:00 GMT", 600],
      ["soon", 600],
      ["-1", 600],
      ["1e99", 600],
      ["9999999999999999999999", 86_400],
      ["Fri, 99 Nov 9999", 600],
    ] as const) {
      await forgetFaults();
      upstream.log.length = 0;
      upstream.answer((_request, response) =>
        response
          .writeHead(429, retryAfter === undefined ? {} : { "retry-after": retryAfter })
          .end(),
      );
      const http = open();

      const held = await failure(get(http));
      const again = await failure(get(http));

      expect([retryAfter, held.code, Number(held.retryAt) - now.getTime()]).toEqual([
        retryAfter,
        "held",
        seconds * 1000,
      ]);
      expect(again.code).toBe("held");
      expect(upstream.log.length).toBe(1);
      expect(Number((await heldRow())?.held)).toBeGreaterThan(seconds - 10);
    }
  });

  test("the rate page with status 200 is a hold as well", async () => {
    upstream.answer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(ratePage),
    );

    expect(await failure(get(open()))).toMatchObject({ code: "held" });
    expect(Number((await heldRow())?.held)).toBeGreaterThan(590);
  });

  test("a shorter answer never shortens a hold", async () => {
    const budget = createUpstreamBudget(database.db, { name: "edgar" });
    await budget.hold(3_000, "first");
    await budget.hold(600, "second");

    expect(Number((await heldRow())?.held)).toBeGreaterThan(2_990);
  });

  test("after the hold requests go out again", async () => {
    upstream.answer((_request, response) => response.writeHead(429).end());
    const http = open();
    await failure(get(http));
    await database.pool.query("update upstream set held_until = now() - interval '1 s'");
    upstream.answer((_request, response) => response.writeHead(200, json).end(document));

    expect(await get(http)).toMatchObject({ status: "ok" });
  });
});

describe("a mirror", () => {
  /** As servers of files do: by the name of the file, its packed bytes with or without an encoding. */
  function serve(name: string, headers: Record<string, string>): void {
    upstream.answer(({ url, headers: asked }, response) => {
      if (url !== name) response.writeHead(404).end();
      else if (asked["if-none-match"] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"', ...headers }).end(gzipSync(document));
    });
  }

  test.each([
    { "content-type": "application/gzip" },
    { "content-type": "application/json", "content-encoding": "gzip" },
  ])("may store X.json as X.json.gz, sent with %j, and is asked conditionally", async (headers) => {
    serve("/x.json.gz", headers);
    const http = open({ mirrors: [upstream.url] });

    const fetched = await get(http);
    const again = await http.get(`${upstream.url}/x.json`, { kind: "companyfacts", etag: '"v1"' });

    expect(fetched).toMatchObject({ status: "ok", etag: '"v1"', body: Buffer.from(document) });
    expect(again).toEqual({ status: "notModified" });
    expect(await get(http, "companyfacts", "/y.json")).toMatchObject({ status: "absent" });
    expect(upstream.log.map(({ url }) => url).slice(-2)).toEqual(["/y.json", "/y.json.gz"]);
  });

  test("alone is asked so: the regulator's own hosts are not, nor any address with a query", async () => {
    serve("/x.json.gz", {});

    expect(await get(open())).toMatchObject({ status: "absent" });
    const mirror = open({ mirrors: [upstream.url] });
    expect(await get(mirror, "feed", "/x.json?start=0")).toMatchObject({ status: "absent" });
    expect(upstream.log.length).toBe(2);
  });
});

describe("a failing host", () => {
  test("is asked at most five times for one resource, with full jitter and growing pauses", async () => {
    upstream.answer((_request, response) => response.writeHead(500).end());

    const error = await failure(get(open()));

    expect(error).toMatchObject({ code: "unavailable" });
    expect(upstream.log.length).toBe(5);
    expect(slept).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  test("that recovers within the attempts costs nothing but time", async () => {
    let failures = 3;
    upstream.answer((_request, response) => {
      failures -= 1;
      if (failures >= 0) response.writeHead(502).end();
      else response.writeHead(200, json).end(document);
    });

    expect(await get(open())).toMatchObject({ status: "ok" });
    expect(upstream.log.length).toBe(4);
    expect((await database.pool.query("select failures from upstream_host")).rows).toEqual([
      { failures: 0 },
    ]);
  });

  test("says when to come back: short waits are honoured, long ones handed to the caller", async () => {
    upstream.answer((_request, response) => response.writeHead(503, { "retry-after": "7" }).end());
    await failure(get(open({ limits: { attempts: 2 } })));
    expect(slept).toEqual([7_000]);

    upstream.answer((_request, response) =>
      response.writeHead(503, { "retry-after": "900" }).end(),
    );
    const error = await failure(get(open()));
    expect(error).toMatchObject({
      code: "unavailable",
      retryAt: new Date("2026-11-20T12:15:00Z"),
    });
    expect(slept).toEqual([]);
  });

  test.each([5, 60])(
    "opens its circuit after 5 failures in a row: %i callers, 1 probe per 30 s",
    async (callers) => {
      upstream.answer((_request, response) => response.writeHead(503).end());
      const clients = [open(), open()];
      await failure(get(clients[0] as Http));
      upstream.log.length = 0;

      const calls = async () => {
        const many = Array.from({ length: callers }, (_, i) => get(clients[i % 2] as Http));
        const errors = await Promise.all(many.map(failure));
        return errors.map((error) => error.code);
      };
      expect(new Set(await calls())).toEqual(new Set(["circuit_open"]));
      expect(upstream.log.length).toBe(0);

      const elapse = "update upstream_host set open_until = now() - interval '1 ms'";
      await database.pool.query(elapse);
      expect(await calls()).toContain("circuit_open");
      expect(upstream.log.length).toBe(1);

      await database.pool.query(elapse);
      upstream.answer((_request, response) => response.writeHead(200, json).end(document));
      expect(await get(clients[1] as Http)).toMatchObject({ status: "ok" });
      expect(await get(clients[0] as Http)).toMatchObject({ status: "ok" });
    },
  );

  test("does not close the circuit of another host", async () => {
    const other = await openStandIn();
    other.answer((_request, response) => response.writeHead(200, json).end(document));
    upstream.answer((_request, response) => response.writeHead(500).end());
    const http = open();
    await failure(get(http));

    expect(await failure(get(http))).toMatchObject({ code: "circuit_open" });
    expect(await http.get(other.url, { kind: "companyfacts" })).toMatchObject({ status: "ok" });
    await other.close();
  });

  test("that refuses connections counts like one that answers 5xx", async () => {
    const gone = await openStandIn();
    await gone.close();
    const http = open();

    expect(await failure(http.get(gone.url, { kind: "tickers" }))).toMatchObject({
      code: "unavailable",
    });
    expect(await failure(http.get(gone.url, { kind: "tickers" }))).toMatchObject({
      code: "circuit_open",
    });
  });

  test("another 403 is refused at once, counts towards the circuit and names the setting", async () => {
    upstream.answer((_request, response) => response.writeHead(403).end(undeclared));
    const http = open();

    const error = await failure(get(http));

    expect(error).toMatchObject({ code: "refused" });
    expect(error.message).toContain("EDGAR_USER_AGENT");
    for (let i = 0; i < 4; i += 1) await failure(get(http));
    expect(await failure(get(http))).toMatchObject({ code: "circuit_open" });
    expect(upstream.log.length).toBe(5);
  });
});

describe("a bad body", () => {
  const once = (limits: HttpOptions["limits"] = {}) => open({ limits: { attempts: 1, ...limits } });

  const cutOff = (response: ServerResponse, bytes: Buffer) => {
    response.flushHeaders();
    if (bytes.length > 0) response.write(bytes);
    setTimeout(() => response.destroy(), 2);
  };

  test("cut at any of 100 offsets is refused, however the cut is framed", async () => {
    const body = Buffer.from(document);
    const packed = gzipSync(document);
    const http = once();
    const cutAt = (whole: Buffer, i: number) =>
      whole.subarray(0, Math.floor((whole.length * i) / 100));
    for (let i = 0; i < 100; i += 1) {
      await forgetFaults();
      const framings: [string, (response: ServerResponse) => void][] = [
        ["honest length", (r) => r.writeHead(200, json).end(cutAt(body, i))],
        [
          "length of the whole",
          (r) =>
            cutOff(r.writeHead(200, { ...json, "content-length": body.length }), cutAt(body, i)),
        ],
        ["chunked", (r) => cutOff(r.writeHead(200, json), cutAt(body, i))],
        [
          "gzip",
          (r) => r.writeHead(200, { ...json, "content-encoding": "gzip" }).end(cutAt(packed, i)),
        ],
      ];
      for (const [framing, send] of framings) {
        upstream.answer((_request, response) => send(response));
        const { code } = await failure(get(http));
        expect([framing, i, code]).toEqual([framing, i, "truncated"]);
      }
    }
  });

  test("of XML and plain text is judged by its own format", async () => {
    const http = once();
    const xml =
      '\n<?xml version="1.0"?><!-- <a> --><xbrli:xbrl xmlns:xbrli="x"><b>1</b></xbrli:xbrl>\n<!-- end -->\n';
    const outcome = async (kind: DocumentKind, body: string) => {
      upstream.answer((_request, response) => response.writeHead(200).end(body));
      return get(http, kind).then(
        (result) => result.status,
        (error: SourceError) => error.code,
      );
    };

    expect(await outcome("instance", xml)).toBe("ok");
    expect(await outcome("instance", xml.slice(0, -25))).toBe("truncated");
    expect(await outcome("instance", "")).toBe("truncated");
    expect(await outcome("instance", "<html><body></body></html>")).toBe("wrong_content");
    expect(await outcome("instance", '{"a":1}')).toBe("wrong_content");
    expect(await outcome("index", "Description: Daily Index\n")).toBe("ok");
    expect(await outcome("index", "<!DOCTYPE html>")).toBe("wrong_content");
    expect(await outcome("tickers", "[]")).toBe("ok");
    expect(await outcome("tickers", '{"a":1} {"b":2}')).toBe("wrong_content");
    expect(await outcome("tickers", '"text"')).toBe("wrong_content");
  });

  test("HTML with status 200 is refused by its type and, under a false type, by its content", async () => {
    const http = once();
    for (const type of ["text/html; charset=utf-8", "application/json", "application/xhtml+xml"]) {
      upstream.answer((_request, response) =>
        response
          .writeHead(200, { "content-type": type })
          .end("<html><body>Maintenance</body></html>"),
      );
      expect(await failure(get(http))).toMatchObject({ code: "wrong_content" });
    }
  });

  test("flipped bytes, plain bytes under a gzip header and unknown encodings are refused", async () => {
    const http = once();
    const flipped = gzipSync(document);
    flipped.writeUInt8(flipped.readUInt8(20) ^ 0xff, 20);
    const crc = gzipSync(document);
    crc.writeUInt8(crc.readUInt8(crc.length - 6) ^ 0xff, crc.length - 6);
    for (const [encoding, body] of [
      ["gzip", flipped],
      ["gzip", crc],
      ["gzip", Buffer.from(document)],
      ["br", Buffer.from(document)],
    ] as const) {
      upstream.answer((_request, response) =>
        response.writeHead(200, { ...json, "content-encoding": encoding }).end(body),
      );
      expect(await failure(get(http))).toMatchObject({ code: "corrupt" });
    }
  });

  test("a gzip bomb is refused early: memory grows by less than 64 MiB", async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from("["), Buffer.alloc(255 * 1024 * 1024, 0x20)]));
    expect(bomb.length).toBeLessThan(300_000);
    upstream.answer((_request, response) =>
      response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb),
    );
    const http = once();
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }, 1);

    const error = await failure(get(http));
    clearInterval(watch);

    expect(error).toMatchObject({ code: "corrupt" });
    expect(peak).toBeLessThan(64 * 1024 * 1024);
  });

  test("beyond the cap of its kind is refused, packed or unpacked, and not asked for again", async () => {
    const large = `[${"1,".repeat(5_000)}1]`;
    const http = open({ limits: { maxBytes: { companyfacts: 5_000 } } });
    for (const [headers, body] of [
      [json, large],
      [{ ...json, "content-encoding": "gzip" }, gzipSync(large)],
    ] as const) {
      upstream.log.length = 0;
      upstream.answer((_request, response) => response.writeHead(200, headers).end(body));
      expect(await failure(get(http))).toMatchObject({ code: "too_large" });
      expect(upstream.log.length).toBe(1);
    }
  });

  test("that never ends or only drips is given up after the whole time", async () => {
    const endless =
      (text: string): Parameters<StandIn["answer"]>[0] =>
      (_request, response) => {
        response.writeHead(200, json);
        const drip = setInterval(() => response.write(text), 5);
        response.on("close", () => clearInterval(drip));
      };
    const http = once({ wholeMs: 200 });
    upstream.answer(endless(" "));
    expect(await failure(get(http))).toMatchObject({ code: "timeout" });

    upstream.answer(endless("[".repeat(100_000)));
    const small = once({ maxBytes: { companyfacts: 500_000 } });
    expect(await failure(get(small))).toMatchObject({ code: "too_large" });
  });

  test("an answer that never begins is given up, and counts as a failure of the host", async () => {
    upstream.answer(() => {});

    const error = await failure(get(once({ firstByteMs: 100 })));

    expect(error).toMatchObject({ code: "timeout" });
    expect((await database.pool.query("select failures from upstream_host")).rows).toEqual([
      { failures: 1 },
    ]);
  });

  test("damage that passes is repaired by asking again", async () => {
    let answers = 0;
    upstream.answer((_request, response) => {
      answers += 1;
      response.writeHead(200, json).end(answers < 3 ? document.slice(0, -5) : document);
    });

    expect(await get(open())).toMatchObject({ status: "ok", body: Buffer.from(document) });
    expect(upstream.log.length).toBe(3);
  });
});

describe("recorded error bodies", () => {
  const errors = join(
    process.env.TENK_SHARED ?? resolve(import.meta.dirname, "../../../../shared"),
    "edgar/errors",
  );
  const cases = [
    ["rate-threshold-exceeded.html", 403, "companyfacts", "held"],
    ["403-full-index-future-quarter.xml", 403, "index", "absent"],
    ["404-submissions-unknown-cik.xml", 404, "submissions", "absent"],
    ["503-getcurrent-page-out-of-range.html", 503, "feed", "absent"],
    ["503-getcurrent-page-out-of-range.html", 503, "submissions", "unavailable"],
  ] as const;

  test.skipIf(!existsSync(errors)).each(cases)(
    "%s with %i for %s is %s",
    async (name, status, kind, meaning) => {
      const body = readFileSync(join(errors, name));
      upstream.answer((_request, response) => response.writeHead(status).end(body));
      const http = open({ limits: { attempts: 1 } });

      const outcome = await get(http, kind).then(
        (result) => result.status,
        (error: SourceError) => error.code,
      );

      expect(outcome).toBe(meaning);
    },
  );
});
