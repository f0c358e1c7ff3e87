import { Agent } from "node:http";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { askOver, differences, injected, type Received } from "../../helpers/endpoints/repeats.ts";
import { goodRequests } from "../../helpers/good-requests.ts";

const origin = "https://app.example";
const app = await testApp({
  corsOrigins: [origin],
  trustedProxies: ["127.0.0.1"],
  // What tells the time of the answer is the same in each.
  now: () => new Date("2026-03-01T12:00:00.000Z"),
});
const good = await goodRequests(app);
const base = await app.app.listen({ port: 0, host: "127.0.0.1" });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Caller {
  method?: "HEAD";
  headers: Record<string, string>;
}

const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "user-agent": "Mozilla/5.0",
  "sec-fetch-mode": "navigate",
};
const { key } = (
  await app.send({
    method: "POST",
    url: "/api/v1/api-keys",
    headers: (await app.person("keys@example.com")).headers,
    payload: { name: "read", scope: "read" },
  })
).json();

/** Who asks, given the tag of the packed form. */
const callers: Record<string, (etag: string) => Caller> = {
  "a browser": () => ({ headers: browser }),
  "a client": () => ({ headers: { accept: "application/json", "accept-encoding": "gzip" } }),
  "a client without compression": () => ({ headers: { "accept-encoding": "br, gzip;q=0" } }),
  HEAD: () => ({ method: "HEAD", headers: browser }),
  "who has it": (etag) => ({ headers: { ...browser, "if-none-match": etag } }),
  "an API key": () => ({ headers: { "x-api-key": key } }),
  "a browser with a cookie": () => ({ headers: { ...browser, cookie: "tenk_session=none" } }),
  "a client behind the proxy": () => ({
    headers: { "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https" },
  }),
  "a page of another origin": () => ({ headers: { ...browser, origin } }),
  "a page of a foreign origin": () => ({
    headers: { ...browser, origin: "https://foreign.example" },
  }),
};

/** What each kind of caller sends: all kinds where an answer may be kept, one elsewhere. */
async function requestsOf(endpoint: Endpoint) {
  const { url, headers } = await good(endpoint);
  const own = headers as Record<string, string>;
  const { headers: sent } = await app.get(url, { ...own, ...browser });
  const made = Object.entries(callers).map(([who, make]) => {
    const caller = make(String(sent.etag ?? '"none"'));
    return {
      who,
      url,
      method: caller.method ?? ("GET" as const),
      headers: { ...own, ...caller.headers },
    };
  });
  const isKept = String(sent["cache-control"]).startsWith("public") && sent.etag?.startsWith('"');
  return {
    requests: endpoint.freshness === "cached" ? made : made.slice(0, 1),
    rounds: isKept ? 100 : 3,
  };
}

const compared = new Set([1, 2, 3, 100]);
const reads = allEndpoints.filter(({ method }) => method === "GET");

describe.each(reads)("GET $path", (endpoint) => {
  test("answers the third and the hundredth time as the first, to each kind of caller as the full path does", async () => {
    const { requests, rounds } = await requestsOf(endpoint);
    const full: Received[] = [];
    for (const { method, url, headers } of requests)
      full.push(injected(await app.send({ method, url, headers })));

    const found: string[] = [];
    // The callers take turns: no answer may be that of the caller before.
    for (let round = 1; round <= rounds; round += 1) {
      for (const [n, { who, method, url, headers }] of requests.entries()) {
        const answer = await askOver(base + url, { method, headers, agent });
        if (!compared.has(round)) continue;
        const said = differences(endpoint, full[n] as Received, answer);
        found.push(...said.map((one) => `${who}, ${round}: ${one}`));
      }
    }

    expect(found).toEqual([]);
  });
});
