import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import { testApp } from "../../helpers/app.ts";

const { get } = await testApp();
const registry = loadRegistry();

describe("GET /v2/sfrs/concepts", () => {
  test("all concepts with the registry's versions and digest [SFR-01] [SFR-02] [SFR-03] [VER-08]", async () => {
    const { data, meta } = (await get("/v2/sfrs/concepts")).json();

    expect(data.length).toBe(registry.concepts.length);
    expect(meta).toEqual({
      registryVersion: registry.registryVersion,
      standardVersion: registry.standardVersion,
      registrySha256: registry.registrySha256,
      count: data.length,
      timestamp: expect.any(String),
    });
  });

  test("a concept has the documented fields, mappings in order [SFR-05] [SFR-13]", async () => {
    const { data } = (await get("/v2/sfrs/concepts")).json();

    const revenue = data.find((one: { snakeKey: string }) => one.snakeKey === "revenue");

    expect(revenue).toMatchObject({
      dataType: "monetary",
      periodType: "duration",
      balance: "credit",
      status: "active",
    });
    expect(revenue.mappings).toEqual(
      JSON.parse(JSON.stringify(registry.bySnakeKey.get("revenue")?.mappings)),
    );
  });

  test("status, role and taxonomy filter [SFR-07] [SFR-08] [SFR-14]", async () => {
    const subtotals = (await get("/v2/sfrs/concepts?role=subtotal&status=active")).json();
    const ifrs = (await get("/v2/sfrs/concepts?taxonomy=ifrs-full")).json();
    const none = (await get("/v2/sfrs/concepts?taxonomy=no-such")).json();

    expect(subtotals.data.map((one: { snakeKey: string }) => one.snakeKey)).toEqual(
      registry.concepts
        .filter((one) => one.role === "subtotal" && one.status === "active")
        .map((one) => one.snakeKey),
    );
    expect(ifrs.meta.count).toBe(ifrs.data.length);
    expect(ifrs.data.length).toBeGreaterThan(0);
    expect(
      ifrs.data.every((one: { mappings: { taxonomy: string }[] }) =>
        one.mappings.some((mapping) => mapping.taxonomy === "ifrs-full"),
      ),
    ).toBe(true);
    expect(none).toMatchObject({ data: [], meta: { count: 0 } });
  });

  test.each(["status=retired", "role=total", "status=", "role=reported&role=derived", "taxonomy="])(
    "%s is 400 [SFR-07] [SFR-08] [ERR-03]",
    async (query) => {
      expect((await get(`/v2/sfrs/concepts?${query}`)).statusCode).toBe(400);
    },
  );
});

describe("GET /v2/sfrs/schemas", () => {
  test("the digest of a version is that of its artifact's bytes [SFR-16] [SFR-17] [SFR-19] [VER-09]", async () => {
    const { data, meta } = (await get("/v2/sfrs/schemas")).json();

    expect(meta.count).toBe(data.length);
    expect(data.map((one: { schemaType: string }) => one.schemaType)).toEqual(
      expect.arrayContaining([
        "income_statement",
        "balance_sheet",
        "cash_flow_statement",
        "company_facts",
      ]),
    );
    for (const { schemaType, schemaVersion, schemaSha256, canonicalSourceUrl } of data) {
      const artifact = readFileSync(
        join(import.meta.dirname, `../../../schemas/sfrs/${schemaType}/${schemaVersion}.json`),
      );
      expect(createHash("sha256").update(artifact).digest("hex")).toBe(schemaSha256);
      const served = await get(canonicalSourceUrl);
      expect(served.statusCode).toBe(200);
      expect(createHash("sha256").update(served.rawPayload).digest("hex")).toBe(schemaSha256);
    }
  });

  test("an unregistered version is 404, a type that is none 400, and an unchanged artifact 304 [SFR-19]", async () => {
    const of = (path: string, headers = {}) => get(`/v2/sfrs/schemas/${path}`, headers);

    expect((await of("income_statement/2.0.0")).statusCode).toBe(404);
    for (const wrong of ["..%2F..%2Fpackage/1.0.0", "digests/json", "INCOME_STATEMENT/1.0.0"]) {
      expect((await of(wrong)).statusCode).toBe(400);
    }
    const { etag = "" } = (await of("company_facts/1.0.0")).headers;
    expect((await of("company_facts/1.0.0", { "if-none-match": String(etag) })).statusCode).toBe(
      304,
    );
  });

  test("activeOnly takes true and false only, and filters [SFR-18]", async () => {
    const active = (await get("/v2/sfrs/schemas?activeOnly=true")).json();

    expect(active.data.every((one: { isActive: boolean }) => one.isActive)).toBe(true);
    expect((await get("/v2/sfrs/schemas?activeOnly=false")).statusCode).toBe(200);
    for (const value of ["1", "yes", "TRUE", ""]) {
      expect((await get(`/v2/sfrs/schemas?activeOnly=${value}`)).statusCode).toBe(400);
    }
  });

  test("inactive versions are listed unless activeOnly is asked for [SFR-18]", async () => {
    const version = {
      schemaType: "income_statement" as const,
      schemaVersion: "0.9.0",
      schemaSha256: "0".repeat(64),
      canonicalSourceUrl: "/v2/sfrs/schemas/income_statement/0.9.0",
      isActive: false,
      ingestedAt: "2026-01-02T03:04:05.000Z",
    };
    const other = await testApp({ runtimeSchemas: [version] });

    expect((await other.get("/v2/sfrs/schemas")).json().data).toEqual([
      {
        ...version,
        canonicalSourceUrl: "http://localhost:3000/v2/sfrs/schemas/income_statement/0.9.0",
      },
    ]);
    expect((await other.get("/v2/sfrs/schemas?activeOnly=true")).json().data).toEqual([]);
  });
});

test("a public read tells of an ignored credential, in an answer that no shared cache keeps [AUT-16] [A-25]", async () => {
  const url = "/v2/sfrs/concepts";
  const none = await get(url);
  const bad = [
    await get(url, { "x-api-key": "tenk_0123abcd_unknown" }),
    await get(url, { authorization: "Bearer bad" }),
    await get(url, { "x-api-key": "no key", "if-none-match": String(none.headers.etag) }),
  ];

  expect(bad.map((answer) => answer.statusCode)).toEqual([200, 200, 304]);
  for (const { headers } of bad) {
    expect(headers["credential-ignored"]).toBe("true");
    expect(headers["cache-control"]).toBe("private, no-cache");
  }
  expect(none.headers["credential-ignored"]).toBeUndefined();
  expect(none.headers["cache-control"]).toMatch(/^public/);
});
