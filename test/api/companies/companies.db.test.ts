import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import {
  makeCompany,
  makeDocument,
  makeMember,
  makeTerminal,
  makeTicker,
  makeUser,
} from "../../helpers/make.ts";

const { app, db, database, get, signIn } = await testApp();
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

const apple = await makeCompany(db, {
  name: "Apple Inc.",
  slug: "apple-inc",
  createdAt: "2026-01-02T03:04:05.6Z",
  company: {
    sic: "3571",
    sicDescription: "Electronic Computers",
    website: "www.apple.com",
    phone: "(408) 996-1010",
    addresses: [
      {
        kind: "business",
        street: "ONE APPLE PARK WAY",
        city: "CUPERTINO",
        state: "CA",
        postalCode: "95014",
        country: null,
      },
    ],
    formerNames: [{ name: "APPLE COMPUTER INC", from: "1994-01-26", to: "2007-01-04" }],
  },
});
const hidden = await makeCompany(db, { slug: "hidden-inc", published: false, company: null });

describe("GET /v2/entities/public/:slug", () => {
  test("a published profile is unwrapped and truthful about what nobody knows [PUB-01] [PUB-02] [PUB-03] [PUB-05] [CNV-17] [CNV-05]", async () => {
    const answer = await get("/v2/entities/public/apple-inc");

    expect(answer.statusCode).toBe(200);
    const profile = answer.json();
    expect(profile.entity).toEqual({
      id: apple.id,
      name: "Apple Inc.",
      slug: "apple-inc",
      description: null,
      logoUrl: null,
      bannerUrl: null,
      entityType: "company",
      verified: false,
      location: "CUPERTINO, CA",
      createdAt: "2026-01-02T03:04:05.600Z",
      claimStatus: "unclaimed",
      canClaim: true,
    });
    expect(profile.profile).toMatchObject({
      legalName: "Apple Inc.",
      tagline: null,
      websiteUrl: "www.apple.com",
      employeeCount: null,
      socialLinks: [],
      verificationStatus: "regulator_reference",
      consentPublicRecords: false,
      sic: "3571",
      formerNames: [{ name: "APPLE COMPUTER INC", from: "1994-01-26", to: "2007-01-04" }],
    });
    expect(profile.addresses).toEqual([
      {
        kind: "business",
        street: "ONE APPLE PARK WAY",
        city: "CUPERTINO",
        state: "CA",
        postalCode: "95014",
        country: null,
      },
    ]);
  });

  test("team, statistics and capital graph say that there is nothing yet; references are always 0 [PUB-04] [PUB-06] [PUB-10]", async () => {
    const profile = (await get("/v2/entities/public/apple-inc")).json();

    expect(profile.personnel).toEqual([]);
    expect(profile.stats).toEqual({
      followersCount: 0,
      creditReferencesCount: 0,
      customerReferencesCount: 0,
      isFollowing: false,
      followRequestStatus: null,
    });
    expect(profile.capitalGraph).toEqual({
      graphStatus: "not_available",
      template: "public_company_reference",
      eligibility: {
        routeKind: "public_company",
        template: "public_company_reference",
        canonicalPath: "/companies/apple-inc",
        isIndexable: true,
        reasonCodes: ["unclaimed_reference_profile"],
      },
      portfolioCompanies: [],
      publicInvestors: [],
      relatedEntities: [],
      verificationBadge: null,
    });
  });

  test("contact data of the regulator is public, with links that can only be web or telephone [PUB-08] [PUB-09]", async () => {
    const { fields, viewerRelationship } = (await get("/v2/entities/public/apple-inc")).json()
      .publicContact;

    expect(viewerRelationship).toBe("anonymous");
    expect(fields).toEqual([
      {
        kind: "website",
        label: "Website",
        value: "www.apple.com",
        href: "https://www.apple.com/",
        visibility: "public",
        visibilitySource: "regulator",
        viewerRelationship: "anonymous",
        redacted: false,
        redactionReason: null,
      },
      expect.objectContaining({ kind: "phone", href: "tel:4089961010" }),
    ]);

    const bad = await makeCompany(db, {
      slug: "bad-link",
      company: { website: "javascript:alert(1)" },
    });
    const [field] = (await get(`/v2/entities/public/${bad.slug}`)).json().publicContact.fields;
    expect(field).toMatchObject({ value: "javascript:alert(1)", href: null });
  });

  test("isOwner is true for the owner only: of [PUB-11] this member [PUB-07]", async () => {
    const owner = await makeUser(db);
    await makeMember(db, apple.id, owner.id, "owner");

    const asOwner = await get("/v2/entities/public/apple-inc", await signIn(owner.email));
    const asStranger = await get("/v2/entities/public/apple-inc", await signIn("s@example.com"));
    const anonymous = await get("/v2/entities/public/apple-inc");

    expect(asOwner.json()).toMatchObject({
      isOwner: true,
      publicContact: { viewerRelationship: "owner" },
    });
    expect(asStranger.json()).toMatchObject({
      isOwner: false,
      publicContact: { viewerRelationship: "signed_in" },
    });
    expect(anonymous.json().isOwner).toBe(false);
    expect(asOwner.headers["cache-control"]).toBe("private, no-cache");
    expect(anonymous.headers["cache-control"]).toBe("public, max-age=60");
    expect(anonymous.headers.vary).toBe("Authorization, X-API-Key, Accept-Encoding");
  });

  test("an entity without regulator data has no profile [PUB-03]", async () => {
    const startup = await makeCompany(db, { slug: "a-startup", company: null });

    const answer = (await get(`/v2/entities/public/${startup.slug}`)).json();

    expect(answer).toMatchObject({ profile: null, addresses: [] });
    expect(answer.entity.location).toBeNull();
  });

  test("a bad credential is 401, not the anonymous profile [AUT-15] [A-25]", async () => {
    const answer = await get("/v2/entities/public/apple-inc", { authorization: "Bearer nonsense" });

    expect(answer.statusCode).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
  });

  test("unknown and unpublished slugs are one 404 [PUB-12]", async () => {
    const unknown = await get("/v2/entities/public/no-such-company");
    const unpublished = await get(`/v2/entities/public/${hidden.slug}`);

    expect(unknown.statusCode).toBe(404);
    expect(unpublished.statusCode).toBe(404);
    expect(unpublished.json().error.message).toBe(unknown.json().error.message);
  });

  test("by-ticker without a ticker is the profile of a reserved slug: 404 [A-10] [PUB-13]", async () => {
    const answer = await get("/v2/entities/public/by-ticker");

    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.message).toBe("Company not found");
  });
});

describe("GET /v2/entities/public/by-ticker/:ticker", async () => {
  const berkshire = await makeCompany(db, { name: "BERKSHIRE HATHAWAY INC", slug: "berkshire" });
  await makeTicker(db, apple.id, "AAPL", { isPrimary: true });
  await makeTicker(db, berkshire.id, "BRK-B");
  const match = (ticker: string) => get(`/v2/entities/public/by-ticker/${ticker}`);

  test("resolves in any case [PUB-14] [PUB-15] [PUB-16]", async () => {
    for (const ticker of ["AAPL", "aapl", "Aapl", "%20aapl%20"]) {
      expect((await match(ticker)).json().data).toEqual({
        entityId: apple.id,
        slug: "apple-inc",
        name: "Apple Inc.",
        canonicalPath: "/companies/apple-inc",
        matchedBy: "primary_ticker",
      });
    }
  });

  test("an unknown ticker names those it may mean, or how a company is fetched", async () => {
    const said = async (ticker: string) => (await match(ticker)).json().error.message;

    expect(await said("APPL")).toBe("Ticker not found; did you mean AAPL (Apple Inc.)?");
    expect(await said("QQZX")).toBe(
      "Ticker not found; GET /v2/entities?search= finds companies by name, and npm run ingest -- --ticker fetches one",
    );
  });

  test("dots, hyphens and slashes of share classes are the same [PUB-22]", async () => {
    for (const ticker of ["BRK.B", "brk-b", "BRK%2FB"]) {
      expect((await match(ticker)).json().data.slug).toBe("berkshire");
    }
  });

  test("the service ticker wins over an exchange ticker of the same letters [PUB-17] [PUB-18]", async () => {
    const service = await makeCompany(db, { slug: "service-holder" });
    const exchange = await makeCompany(db, { slug: "exchange-holder" });
    await makeTicker(db, exchange.id, "TENK", { isPrimary: true });
    await makeTicker(db, service.id, "TENK", { kind: "service" });

    expect((await match("tenk")).json().data).toMatchObject({
      slug: "service-holder",
      matchedBy: "service_ticker",
    });
  });

  test("an unpublished holder of the service ticker does not hide the exchange ticker [PUB-19]", async () => {
    const exchange = await makeCompany(db, { slug: "second-holder" });
    await makeTicker(db, hidden.id, "TWO", { kind: "service" });
    await makeTicker(db, exchange.id, "TWO");

    expect((await match("TWO")).json().data).toMatchObject({
      slug: "second-holder",
      matchedBy: "primary_ticker",
    });
  });

  test("unknown and unpublished tickers are indistinguishable 404s: of [ERR-12] the tickers [PUB-20]", async () => {
    await makeTicker(db, hidden.id, "HIDE");
    const mask = (body: string) => body.replace(/"traceId":"[^"]+"/, "");

    const unknown = await match("NOSUCH");
    const unpublished = await match("HIDE");

    expect(unknown.statusCode).toBe(404);
    expect(unpublished.statusCode).toBe(404);
    expect(mask(unpublished.body)).toBe(mask(unknown.body));
    expect(unknown.json().error.code).toBe("NOT_FOUND");
  });

  test("20 characters are looked up, 21 and 150 are 400 [PUB-21] [LIM-12] [ERR-07] [CNV-36]", async () => {
    expect((await match("A".repeat(20))).statusCode).toBe(404);
    for (const length of [21, 150, 5000]) {
      const answer = await match("A".repeat(length));
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.code).toBe("FST_ERR_VALIDATION");
    }
  });

  test("a bad credential is ignored where none is asked for [A-25] [AUT-16]", async () => {
    const answer = await app.inject({
      url: "/v2/entities/public/by-ticker/AAPL",
      headers: { authorization: "Bearer nonsense" },
    });

    expect(answer.statusCode).toBe(200);
  });
});

describe("GET /v2/entities/:id/company-terminal", async () => {
  const terminal = makeTerminal(apple.id, { entityName: "Apple Inc." });
  const stored = await makeDocument(db, apple.id, "terminal", terminal, '"t1"');
  const url = `/v2/entities/${apple.id}/company-terminal`;

  test("the stored bytes are sent as they are [TRM-01] [TRM-04] [CNV-14]", async () => {
    const answer = await get(url);

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(stored.body);
    expect(answer.json().data.viewerScope).toBe("public");
    expect(answer.headers).toMatchObject({
      etag: '"t1"',
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=60",
      vary: "Authorization, X-API-Key, Accept-Encoding",
    });
  });

  test("a client that takes gzip gets the same content with a tag of its own", async () => {
    await expect
      .poll(async () => (await get(url, { "accept-encoding": "gzip" })).headers["content-encoding"])
      .toBe("gzip");
    const answer = await get(url, { "accept-encoding": "br, gzip" });

    expect(gunzipSync(answer.rawPayload).toString()).toBe(stored.body);
    expect(answer.headers.etag).toBe('"t1-gzip"');
    expect((await get(url, { "accept-encoding": "gzip;q=0" })).headers.etag).toBe('"t1"');
  });

  test("If-None-Match is 304 for the tag, a weak form, a list and a star", async () => {
    for (const tag of ['"t1"', 'W/"t1"', '"x", "t1"', "*", '"t1-gzip"']) {
      const answer = await get(url, { "if-none-match": tag });
      expect(answer.statusCode).toBe(304);
      expect(answer.body).toBe("");
      expect(answer.headers.etag).toBe('"t1"');
    }
    for (const tag of ['"t2"', "t1", '"t"', ""]) {
      expect((await get(url, { "if-none-match": tag })).statusCode).toBe(200);
    }
  });

  test("owner and administrator see the same shape with their scope, strangers the public one [TRM-05] [TRM-06] [AUT-29]", async () => {
    const owner = await makeUser(db);
    const admin = await makeUser(db, { isAdmin: true });
    await makeMember(db, apple.id, owner.id, "owner");

    const asOwner = await get(url, await signIn(owner.email));
    const asAdmin = await get(url, await signIn(admin.email));
    const asStranger = await get(url, await signIn("stranger@example.com"));

    expect(asOwner.json().data).toEqual({ ...terminal, viewerScope: "owner" });
    expect(asAdmin.json().data).toEqual({ ...terminal, viewerScope: "admin" });
    expect(asStranger.json().data).toEqual(terminal);
    expect(asOwner.headers.etag).toBe('"t1-owner"');
    for (const answer of [asOwner, asAdmin, asStranger]) {
      expect(answer.headers["cache-control"]).toBe("private, no-cache");
    }
  });

  test("a bad credential is 401, not the public view [TRM-34] [AUT-15] [ERR-22]", async () => {
    for (const authorization of ["Bearer x", "Basic YTpi", "Bearer", ""]) {
      const answer = await get(url, { authorization });
      expect(answer.statusCode).toBe(401);
      expect(answer.json().error).toMatchObject({
        code: "UNAUTHORIZED",
        message: "Missing or invalid Authorization header",
      });
    }
    const unknown = await get(url, { "x-api-key": "unknown" });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.json().error.message).toBe("The API key is unknown, expired or revoked");
  });

  test("an upper-case id is the same entity", async () => {
    expect((await get(url.replace(apple.id, apple.id.toUpperCase()))).body).toBe(stored.body);
  });

  test("unknown and unpublished entities are 404, malformed ids 400 [TRM-33] [ERR-05]", async () => {
    await makeDocument(db, hidden.id, "terminal", makeTerminal(hidden.id));
    for (const id of [unknownId, hidden.id]) {
      const answer = await get(`/v2/entities/${id}/company-terminal`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe("NOT_FOUND");
    }
    const malformed = await get("/v2/entities/public/company-terminal");
    expect(malformed.statusCode).toBe(404);
    const notUuid = await get("/v2/entities/apple/company-terminal");
    expect(notUuid.statusCode).toBe(400);
    expect(notUuid.json().error.code).toBe("FST_ERR_VALIDATION");
  });

  test("a rebuilt company is served at once after its notification", async () => {
    await get(url);
    await db.transaction(async (tx) => {
      await makeDocument(tx, apple.id, "terminal", { ...terminal, entityName: "Renamed" }, '"t2"');
      await tx.execute(`select pg_notify('tenk_company', '${apple.id}')`);
    });

    await expect.poll(async () => (await get(url)).headers.etag).toBe('"t2"');
    expect((await get(url)).json().data.entityName).toBe("Renamed");
  });

  test("without a notification the cached document is served: the cache works", async () => {
    await get(url);
    await makeDocument(db, apple.id, "terminal", terminal, '"t3"');

    expect((await get(url)).headers.etag).toBe('"t2"');
    await database.pool.query("select pg_notify('tenk_company', $1)", [apple.id]);
    await expect.poll(async () => (await get(url)).headers.etag).toBe('"t3"');
  });
});

describe("GET /v2/entities/:id/financials/full", async () => {
  const column = {
    periodStart: "2022-09-25",
    periodEnd: "2023-09-30",
    fiscalYear: 2023,
    fiscalPeriod: "TTM",
    basis: "sum_of_quarters",
    derivedQ4: true,
    currency: "USD",
    income: { revenue: 383285000000 },
    balanceSheet: { inventory: null },
    cashFlow: {},
    reasons: { inventory: "not_reported" },
    flags: {},
  };
  const stored = await makeDocument(db, apple.id, "financials", { ttm: [column], quarters: [] });
  const url = `/v2/entities/${apple.id}/financials/full`;

  test("the stored tables are sent as they are to anyone, with any credential: full financials of [AUT-12] [FIN-01] [FIN-02] [A-25]", async () => {
    for (const headers of [{}, { authorization: "Bearer bad" }, await signIn("f@example.com")]) {
      const answer = await get(url, headers);
      expect(answer.body).toBe(stored.body);
      // An answer that tells of a bad credential is for this client only.
      const isIgnored = answer.headers["credential-ignored"] === "true";
      expect(isIgnored).toBe("authorization" in headers && headers.authorization === "Bearer bad");
      expect(answer.headers["cache-control"]).toBe(
        isIgnored ? "private, no-cache" : "public, max-age=60",
      );
      expect(answer.headers.vary).toBe("Accept-Encoding");
    }
    expect((await get(url, { "if-none-match": stored.etag })).statusCode).toBe(304);
  });

  test("unknown entities are 404, malformed ids 400 [ERR-05] [ERR-11]", async () => {
    expect((await get(`/v2/entities/${unknownId}/financials/full`)).statusCode).toBe(404);
    expect((await get("/v2/entities/1/financials/full")).statusCode).toBe(400);
  });
});
