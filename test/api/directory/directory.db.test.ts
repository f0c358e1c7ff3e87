import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { featureFlag } from "#schemas/tables/accounts/flag.ts";
import { listing } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../../helpers/app.ts";
import { makeBuild } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import {
  makeListedCompany,
  makeOwnEntity,
  publishEntity,
} from "../../helpers/platform/directory.ts";

let at = Date.now();
const app = await testApp({ now: () => new Date(at) });
const { db, get } = app;
const ann = await makePerson(app);
const company = await makeListedCompany(db, { name: "Example Computer Inc." });
const at_ = `/v2/directory/entity/${company.slug}`;

const reads = ["", "/record-summary", "/profile-experience"];

describe("the entry of a company that only the regulator speaks for", () => {
  test("is public, with the members of the specification [DIR-01] [DIR-03] [DIR-05]", async () => {
    const answer = await get(at_);

    expect(answer.statusCode).toBe(200);
    const { data, meta } = answer.json();
    expect(meta.timestamp).toMatch(/Z$/);
    expect(Object.keys(data).sort()).toEqual(
      [
        "listingId",
        "publishedAt",
        "slug",
        "snapshot",
        "subjectType",
        "version",
        "versionId",
      ].sort(),
    );
    expect(data).toMatchObject({
      listingId: company.listingId,
      subjectType: "entity",
      slug: company.slug,
      versionId: company.versionId,
      version: 1,
    });
    expect(data.snapshot).toMatchObject({
      identity: { displayName: "Example Computer Inc.", aliases: ["Former Example Inc."] },
      category: "Electronic Computers",
      location: "Springfield, OR, United States",
      streetAddress: "1 Example Way, Springfield, OR 97403, United States",
      directPhone: "555-0100",
    });
    expect(data.snapshot).not.toHaveProperty("directEmail");
  });

  test("has a record that nobody has claimed [DIR-24] [DIR-25] [DIR-26] [DIR-27] [DIR-28] [DIR-29] [DIR-30] [DIR-32]", async () => {
    await makeBuild(app.database.db, company.cik);
    await app.database.pool.query(
      `insert into filing (company_key, accession, form, filed, accepted_at, report_date, is_xbrl) values
       ($1, '0000000001-23-000001', '10-K', '2023-11-03', '2023-11-02T18:08:27.000Z', '2023-09-30', true),
       ($1, '0000000001-23-000002', '10-Q', '2023-08-04', null, '2023-07-01', true),
       ($1, '0000000001-23-000003', '8-K', '2023-12-04', '2023-12-04T10:00:00.000Z', null, false)`,
      [company.cik],
    );
    at += 1001;
    const { data } = (await get(`${at_}/record-summary`)).json();

    expect(data).toEqual({
      listingId: company.listingId,
      subjectType: "entity",
      subjectId: company.id,
      claimStatus: "unclaimed",
      verification: { verified: false, verifiedAt: null },
      reporting: {
        reportsPublished: 2,
        publicReports: 2,
        reportingSince: "2023-08-04T00:00:00.000Z",
        latestReportAt: "2023-11-02T18:08:27.000Z",
      },
      followers: 0,
      reportIndex: [
        {
          id: "0000000001-23-000001",
          title: "10-K for the period that ended on 2023-09-30",
          publishedAt: "2023-11-02T18:08:27.000Z",
          access: "public",
        },
        {
          id: "0000000001-23-000002",
          title: "10-Q for the period that ended on 2023-07-01",
          publishedAt: "2023-08-04T00:00:00.000Z",
          access: "public",
        },
      ],
      viewer: null,
    });
    const { data: mine } = (await get(`${at_}/record-summary`, ann.headers)).json();
    expect(mine).toEqual({ ...data, viewer: { following: false, accessStatus: "none" } });
  });

  test("has an experience that agrees with both, names its sources and offers what can be done [DIR-33] [DIR-34] [DIR-36] [DIR-38] [DIR-39] [DIR-40] [DIR-41] [DIR-42] [DIR-43] [DIR-44] [DIR-45] [DIR-46] [DIR-48] [DIR-49]", async () => {
    const { data } = (await get(`${at_}/profile-experience`)).json();

    expect(data.presentationState).toBe("reference_unclaimed");
    expect(data.profile).toEqual((await get(at_)).json().data);
    expect(data.recordSummary).toEqual((await get(`${at_}/record-summary`)).json().data);
    expect(data.viewer).toBeNull();
    expect(data.trustDimensions).toEqual({
      organizationIdentity: { status: "not_claimed", verifiedAt: null },
      referenceProvenance: {
        status: "cited",
        citedSourceCount: 2,
        lastCheckedAt: "2026-03-01T00:00:00.000Z",
      },
      sourceConnection: { status: "none" },
      filingIntegrity: { status: "timestamped", timestampedFilings: 2, totalFilings: 3 },
      managementCertification: { status: "none" },
      externalAttestation: { status: "none" },
      relationshipConfirmation: { status: "none", confirmedCount: 0 },
    });
    expect(data.provenance.lastResearchedAt).toBe("2026-03-01T00:00:00.000Z");
    expect(data.provenance.sources[0]).toMatchObject({
      kind: "regulator_submissions",
      suppliedBy: "service",
      url: `https://data.sec.gov/submissions/CIK${company.cik}.json`,
    });
    expect(data.provenance.fields).toContainEqual({
      field: "category",
      suppliedBy: "service",
      sourceKind: "regulator_submissions",
      confidence: 1,
      status: "current",
    });
    expect(data.actions).toEqual({
      followProfile: { state: "available" },
      claimProfile: { state: "available" },
      inviteToClaim: { state: "available" },
      suggestCorrection: { state: "available" },
      requestPackages: [],
    });
  });

  test("tells a viewer who they are to it [DIR-56] [DIR-57] [DIR-58] [DIR-59]", async () => {
    const { data } = (await get(`${at_}/profile-experience`, ann.headers)).json();

    expect(data.viewer).toEqual({
      authenticated: true,
      selfOrManager: false,
      publicFollow: { status: "not_following" },
      relationship: { status: "none" },
      packageAccess: [],
    });
  });
});

describe("what is not there", () => {
  const body = (answer: { body: string }) => answer.body.replace(/"traceId":"[^"]*"/, "");

  test.each(reads)(
    "a kind or a slug that does not exist, and what is hidden, are one 404: %s [DIR-02] [DIR-09] [DIR-74]",
    async (read) => {
      const own = await makeOwnEntity(app, ann);
      const blocked = await makeListedCompany(db);
      await db.update(listing).set({ status: "blocked" }).where(eq(listing.id, blocked.listingId));
      const answers = await Promise.all(
        [
          `/v2/directory/company/${company.slug}`,
          "/v2/directory/entity/no-such-thing",
          `/v2/directory/person/${company.slug}`,
          `/v2/directory/entity/${own.slug}`,
          `/v2/directory/entity/${blocked.slug}`,
          `/v2/directory/entity/${company.slug}%2Fx`,
          "/v2/directory/entity/%D0%B0pple",
          `/v2/directory/Entity/${company.slug}`,
        ].map((url) => get(url + read)),
      );

      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
      expect(new Set(answers.map(body)).size).toBe(1);
      expect(answers[0]?.json().error.code).toBe("NOT_FOUND");
    },
  );

  test("entity-profile is no kind of subject [DIR-78]", async () => {
    expect((await get("/v2/directory/entity-profile/x")).statusCode).toBe(404);
  });

  test("an archived listing is 404, but for the experience of its managers [DIR-09] [O-39] [DIR-35]", async () => {
    const own = await makeOwnEntity(app, ann, "Archived Example");
    await publishEntity(app, ann, own.id);
    await db.update(listing).set({ status: "archived" }).where(eq(listing.entityId, own.id));
    at += 1001;
    const url = `/v2/directory/entity/${own.slug}`;
    const bob = await makePerson(app);

    const statuses = [];
    for (const who of [undefined, bob, ann]) {
      for (const read of reads) statuses.push((await get(url + read, who?.headers)).statusCode);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 200]);
    const { data } = (await get(`${url}/profile-experience`, ann.headers)).json();
    expect(data.presentationState).toBe("archived");
    expect(data.actions.followProfile).toEqual({
      state: "unavailable",
      reasonCode: "PROFILE_ARCHIVED",
    });
  });
});

describe("credentials, caches and legacy values", () => {
  test.each(reads)(
    "a bad credential is 401, a query value of old clients is ignored: %s [DIR-79] [DIR-07] [VER-05]",
    async (read) => {
      expect((await get(at_ + read, { authorization: "Bearer x" })).statusCode).toBe(401);
      const plain = (await get(at_ + read)).json().data;
      for (const query of [
        "?privateBrowsing=perhaps&source=",
        "?source=%00x".replace("%00", "%01"),
      ]) {
        const answer = await get(at_ + read + query);
        expect([answer.statusCode, answer.json().data]).toEqual([200, plain]);
      }
    },
  );

  test("an anonymous experience may be kept a minute, a viewer's nowhere [A-23] [DIR-60] [DIR-61]", async () => {
    const anonymous = await get(`${at_}/profile-experience`);
    const mine = await get(`${at_}/profile-experience`, ann.headers);

    expect(anonymous.headers).toMatchObject({ "cache-control": "public, max-age=60" });
    expect(mine.headers["cache-control"]).toBe("private, no-store");
    expect(anonymous.headers.vary).toContain("Authorization, X-API-Key");
    const again = await get(`${at_}/profile-experience`, {
      "if-none-match": String(anonymous.headers.etag),
    });
    expect(again.statusCode).toBe(304);
  });

  test("no viewer's state is in the answer of another, whatever the order [DIR-61]", async () => {
    const own = await makeOwnEntity(app, ann, "Order Example");
    await publishEntity(app, ann, own.id);
    const url = `/v2/directory/entity/${own.slug}/profile-experience`;
    const bob = await makePerson(app);
    const who = [undefined, ann, bob];
    const first = [];
    for (const one of who) first.push((await get(url, one?.headers)).json().data);
    const together = await Promise.all(
      Array.from({ length: 48 }, async (_, n) => {
        const answer = await get(url, who[n % 3]?.headers);
        return [n % 3, answer.json().data] as const;
      }),
    );

    for (const [n, data] of together) expect(data).toEqual(first[n]);
    expect(first.map(({ viewer }) => viewer?.selfOrManager ?? null)).toEqual([null, true, false]);
    expect(first[1].actions.followProfile.reasonCode).toBe("VIEWER_IS_MANAGER");
  });
});

describe("the flag of the experience", () => {
  test("is on; off, the experience is 404 and the other reads answer; on for one account, that account has it [DIR-62] [DIR-63] [DIR-64] [VER-06] [VER-07]", async () => {
    const flag = "directory_profile_experience_v2";
    expect((await get(`${at_}/profile-experience`)).statusCode).toBe(200);
    await db.delete(featureFlag).where(eq(featureFlag.flag, flag));
    at += 1001;
    const off = await get(`${at_}/profile-experience`);
    expect([off.statusCode, off.json().error.code]).toEqual([404, "NOT_FOUND"]);
    expect(off.json().error.message).toMatch(/disabled/);
    expect((await get(at_)).statusCode).toBe(200);
    expect((await get(`${at_}/record-summary`)).statusCode).toBe(200);

    await db.insert(featureFlag).values({ flag, scope: "account", accountId: ann.id });
    at += 1001;
    expect((await get(`${at_}/profile-experience`)).statusCode).toBe(404);
    expect((await get(`${at_}/profile-experience`, ann.headers)).statusCode).toBe(200);
    await db.insert(featureFlag).values({ id: randomUUID(), flag, scope: "everyone" });
    at += 1001;
  });
});

test("no number is a score: only counts, versions and confidences [DIR-37]", async () => {
  const { data } = (await get(`${at_}/profile-experience`, ann.headers)).json();
  const numbers: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "number") numbers.push(path);
    else if (value !== null && typeof value === "object") {
      for (const [key, member] of Object.entries(value)) {
        walk(member, Array.isArray(value) ? `${path}[]` : `${path}.${key}`);
      }
    }
  };
  walk(data, "");

  expect([...new Set(numbers)].sort()).toEqual([
    ".profile.version",
    ".provenance.fields[].confidence",
    ".recordSummary.followers",
    ".recordSummary.reporting.publicReports",
    ".recordSummary.reporting.reportsPublished",
    ".trustDimensions.filingIntegrity.timestampedFilings",
    ".trustDimensions.filingIntegrity.totalFilings",
    ".trustDimensions.referenceProvenance.citedSourceCount",
    ".trustDimensions.relationshipConfirmation.confirmedCount",
  ]);
});
