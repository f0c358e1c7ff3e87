import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findBreak } from "#api/data/hash-chain.ts";
import { refusalOf, templateDraft } from "#api/modules/startups/baseline/summary.ts";
import type { ProfileField } from "#api/modules/startups/listings/project.ts";
import { startupBaselineVersion } from "#schemas/tables/platform/startup.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeam, type Person } from "../../helpers/people.ts";
import {
  aField,
  makeStartup,
  makeTeamStartup,
  makeTwo,
  must,
} from "../../helpers/platform/startups.ts";

const app = await testApp();
const [founder, reader] = (await makeTwo(app)) as [Person, Person];

const ask = (method: "GET" | "POST" | "PUT", url: string, payload?: object, who = founder) =>
  app.send({
    method,
    url: `/v2${url}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });

/** A published startup with a baseline of these fields. */
async function begun(...fields: object[]) {
  const made = await makeStartup(app, founder);
  const at = `/entities/${made.entityId}/baseline` as const;
  await must(app, founder, `POST ${at}`, {});
  for (const one of fields) await must(app, founder, `POST ${at}/fields`, aField(one));
  const { fields: stored } = await must(app, founder, `GET ${at}`);
  return { ...made, at, ids: stored.map((one: { id: string }) => one.id) as string[] };
}

describe("a baseline", () => {
  test("is begun once, takes fields with evidence, and is changed before it is locked [STP-20] [STP-21] [STP-22] [STP-24]", async () => {
    const { at, ids } = await begun({ key: "revenue" });
    expect((await ask("POST", at, {})).statusCode).toBe(409);
    expect((await ask("POST", `${at}/fields`, aField({ key: "revenue" }))).statusCode).toBe(409);
    for (const evidence of [[], [{ note: "trust me" }], undefined]) {
      const answer = await ask("POST", `${at}/fields`, { ...aField(), evidence });
      expect(answer.statusCode).toBe(400);
    }
    const foreign = aField({ evidence: [{ documentKey: "doc_of_somebody_else" }] });
    expect((await ask("POST", `${at}/fields`, foreign)).statusCode).toBe(400);
    const changed = await ask("PUT", `${at}/fields/${ids[0]}`, { value: "7" });
    expect(changed.json().data.fields).toMatchObject([
      { key: "revenue", value: "7", unit: "USD", audience: "diligence" },
    ]);
    const context = { constraints: ["Two engineers"], assumptions: ["Growth stays"] };
    const set = await ask("PUT", `${at}/strategic-context`, context);
    expect(set.json().data.strategicContext).toEqual(context);
  });

  test("does not change once locked, and is locked once [STP-23] [STP-25]", async () => {
    const { at, ids } = await begun({ key: "revenue", value: "100" });
    const locks = await Promise.all(Array.from({ length: 6 }, () => ask("POST", `${at}/lock`)));
    expect(locks.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(5).fill(409)]);
    const before = (await ask("GET", at)).json().data;
    const refused = [
      await ask("PUT", `${at}/fields/${ids[0]}`, { value: "7" }),
      await ask("POST", `${at}/fields`, aField()),
      await ask("PUT", `${at}/strategic-context`, { constraints: [], assumptions: [] }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    expect((await ask("GET", at)).json().data).toEqual(before);
  });

  test("has the fields of its resource, in a draft and with a correction [STP-81]", async () => {
    const { at, id, entityId, ids } = await begun({ key: "revenue", value: "100" });
    await must(app, founder, `PUT ${at}/strategic-context`, {
      constraints: ["C"],
      assumptions: [],
    });
    const { key: _key, label: _label, ...said } = aField({ value: "90" });
    const evidence = [{ documentKey: null, url: "https://example.com/books", note: null }];
    const from = { value: "100", unit: "USD", asOf: "2026-10-31", evidence };
    const field = { id: ids[0], key: "revenue", label: "Monthly revenue", ...from };
    const draft = {
      ...{ id: expect.any(String), startupListingId: id, entityId, status: "draft" },
      fields: [{ ...field, audience: "diligence", custom: false }],
      strategicContext: { constraints: ["C"], assumptions: [] },
      ...{ contextAudience: "diligence", lockedAt: null, corrections: [], summary: null },
    };
    expect((await ask("GET", at)).json().data).toEqual(draft);
    await must(app, founder, `POST ${at}/lock`);
    await must(app, founder, `POST ${at}/corrections`, {
      ...said,
      fieldId: ids[0],
      reason: "Slip",
    });
    await must(app, founder, `POST ${at}/summary/generate`);
    const text = expect.any(String);
    const to = { ...from, value: "90" };
    expect((await ask("GET", at)).json().data).toEqual({
      ...{ ...draft, status: "locked", lockedAt: text },
      fields: [{ ...field, value: "90", audience: "diligence", custom: false }],
      corrections: [
        {
          ...{ id: text, fieldId: ids[0], reason: "Slip", from, to, version: 2 },
          ...{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt: text },
        },
      ],
      summary: {
        ...{ status: "pending", method: "template", text: expect.stringContaining("90 USD") },
        ...{ generatedAt: text, confirmedAt: null },
      },
    });
  });

  test("without fields is not locked", async () => {
    const { at } = await begun();
    expect((await ask("POST", `${at}/lock`)).statusCode).toBe(409);
  });

  test("is corrected after the lock only, and keeps the original in a whole chain [STP-26] [STP-27]", async () => {
    const { at, ids } = await begun({ key: "revenue", value: "100" });
    const { key: _key, label: _label, ...said } = aField({ value: "90" });
    const body = { ...said, fieldId: ids[0], reason: "Counted twice" };
    expect((await ask("POST", `${at}/corrections`, body)).statusCode).toBe(409);
    await must(app, founder, `POST ${at}/lock`);
    await must(app, founder, `POST ${at}/corrections`, body);
    await must(app, founder, `POST ${at}/corrections`, { ...body, value: "80" });
    const { data } = (await ask("GET", at)).json();
    expect(data.fields[0].value).toBe("80");
    expect(
      data.corrections.map((one: { from: object; to: object }) => [one.from, one.to]),
    ).toMatchObject([
      [{ value: "100" }, { value: "90" }],
      [{ value: "90" }, { value: "80" }],
    ]);
    const chain = await app.db
      .select()
      .from(startupBaselineVersion)
      .where(eq(startupBaselineVersion.baselineId, data.id))
      .orderBy(startupBaselineVersion.version);
    expect(chain).toHaveLength(3);
    expect(findBreak(chain)).toBeNull();
    const unknown = { ...body, fieldId: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11" };
    expect((await ask("POST", `${at}/corrections`, unknown)).statusCode).toBe(404);
  });

  test.each([
    [{ value: "90" }, { value: "90" }],
    [{ unit: "EUR" }, { unit: "EUR" }],
    [{ asOf: "2026-09-30" }, { asOf: "2026-09-30" }],
    [
      { unit: null, asOf: null },
      { unit: null, asOf: null },
    ],
    [{}, {}],
  ])(
    "a correction %j changes what it names, and the rest stays [STP-26] [STP-81]",
    async (given, changed) => {
      const { at, ids } = await begun(
        { key: "revenue", value: "100" },
        { key: "users", value: "7", unit: "people" },
      );
      await must(app, founder, `POST ${at}/lock`);
      const [before, other] = (await ask("GET", at)).json().data.fields;
      const evidence = [{ url: "https://example.com/new", documentKey: null, note: null }];
      const correction = { fieldId: ids[0], reason: "Slip", evidence, ...given };
      await must(app, founder, `POST ${at}/corrections`, correction);
      const after = { ...before, ...changed, evidence };
      const { data } = (await ask("GET", at)).json();
      expect(data.fields).toEqual([after, other]);
      const { value, unit, asOf } = after;
      expect(data.corrections).toMatchObject([
        { from: { value: "100", unit: "USD", asOf: "2026-10-31" }, to: { value, unit, asOf } },
      ]);
    },
  );

  test("is a draft for its team only, and then what an audience may read [STP-19]", async () => {
    const { at, id } = await begun(
      { key: "users", audience: "public", value: "4711" },
      { key: "revenue", value: "100815.75" },
    );
    expect((await ask("GET", at, undefined, reader)).statusCode).toBe(404);
    expect(
      (await ask("GET", `/startups/${id}`, undefined, reader)).json().data.baseline,
    ).toBeNull();
    await must(app, founder, `POST ${at}/lock`);
    const seen = await ask("GET", at, undefined, reader);
    expect(seen.json().data.fields).toMatchObject([{ key: "users", audience: null }]);
    expect(seen.body).not.toContain("100815.75");
    const profile = await ask("GET", `/startups/${id}`, undefined, reader);
    expect(profile.body).toContain("4711");
    expect(profile.body).not.toContain("100815.75");
  });

  test("answers alike at its deprecated paths, which name the canonical one [VER-03] [STP-31]", async () => {
    const { at, entityId } = await begun({ key: "revenue" });
    const canonical = await ask("GET", at);
    const alias = await ask("GET", `/startups/${entityId}/baseline`);
    expect(alias.json().data).toEqual(canonical.json().data);
    expect(canonical.headers.deprecation).toBeUndefined();
    expect(alias.headers.deprecation).toMatch(/^@\d+$/);
    expect(alias.headers.sunset).toContain("GMT");
    expect(alias.headers.link).toBe(`</v2/entities/${entityId}/baseline>; rel="successor-version"`);
    await must(app, founder, `POST /startups/${entityId}/baseline/lock`);
    expect((await ask("GET", at)).json().data.status).toBe("locked");
  });
});

describe("a summary", () => {
  const summaryFor = async (at: string, who: Person) =>
    (await ask("GET", at, undefined, who)).json().data.summary;

  test("is pending for the team alone until the founder confirms it [STP-28] [STP-29]", async () => {
    const { at } = await begun({ key: "users", value: "4711", audience: "public" });
    await must(app, founder, `PUT ${at}/strategic-context`, {
      constraints: [],
      assumptions: [],
      audience: "public",
    });
    await must(app, founder, `POST ${at}/lock`);
    const drafted = await must(app, founder, `POST ${at}/summary/generate`);
    expect(drafted.summary).toMatchObject({ status: "pending", method: "template" });
    expect(drafted.summary.text).toContain("4711");
    expect(await summaryFor(at, reader)).toBeNull();
    await must(app, founder, `POST ${at}/summary/confirm`);
    expect(await summaryFor(at, reader)).toMatchObject({ status: "confirmed" });
    // A new draft does not take the confirmed one away.
    await must(app, founder, `POST ${at}/summary/generate`);
    expect(await summaryFor(at, reader)).toMatchObject({ status: "confirmed" });
  });

  test("is confirmed once, by the founder alone, and only while it is pending [STP-30]", async () => {
    const team = await makeTeam(app);
    const made = await makeTeamStartup(app, team);
    const at = `/startups/${made.id}/baseline` as const;
    await must(app, team.owner, `POST ${at}`, {});
    await must(app, team.owner, `POST ${at}/fields`, aField());
    const confirm = (who: Person) => ask("POST", `${at}/summary/confirm`, undefined, who);
    expect((await confirm(team.owner)).statusCode).toBe(409);
    await must(app, team.permitted, `POST ${at}/summary/generate`);
    expect((await confirm(team.permitted)).statusCode).toBe(403);
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(team.owner)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array(5).fill(409),
    ]);
  });

  test("is void once a figure is corrected [STP-26]", async () => {
    const { at, ids } = await begun({ key: "users", value: "4711" });
    await must(app, founder, `POST ${at}/lock`);
    await must(app, founder, `POST ${at}/summary/generate`);
    await must(app, founder, `POST ${at}/summary/confirm`);
    const { key: _key, label: _label, ...said } = aField({ value: "12" });
    await must(app, founder, `POST ${at}/corrections`, {
      ...said,
      fieldId: ids[0],
      reason: "Slip",
    });
    expect(await summaryFor(at, founder)).toBeNull();
  });

  const field: ProfileField = {
    ...{ id: "1", key: "revenue", label: "Revenue", value: "1,250,000.50", unit: "USD" },
    ...{ asOf: "2026-10-31", evidence: [] },
    ...{ audience: "public" as const, isCustom: false },
  };
  const basis = {
    name: "Acme",
    fields: [field],
    strategicContext: { constraints: ["At most 3 hires"], assumptions: [] },
  };

  test.each([
    ["another figure", "Revenue is 9 USD", /figure 9/],
    ["a figure of the same digits", "Revenue is 125000050 USD", /figure 125000050/],
    ["a link", "Revenue is 1250000.50 USD, see https://evil.example/", /address/],
    ["a mail address", "Write to me@evil.example", /address/],
    ["markup", "<script>alert()</script>", /markup/],
    ["ten megabytes", "a".repeat(10_000_000), /longer/],
    ["nothing", " \n", /empty/],
    ["control characters", "Acme\u202e", /control/],
  ])("is refused with %s [STP-28]", (_, text, reason) => {
    expect(refusalOf(text, basis)).toMatch(reason);
  });

  test("may state the baseline's figures however they are written [STP-28]", async () => {
    expect(refusalOf("Revenue: 1250000.50 USD at 2026-10-31; 3 hires", basis)).toBeNull();
    expect(refusalOf(templateDraft(basis).text, basis)).toBeNull();
  });
});

test("a stranger cannot tell a missing baseline from a hidden one", async () => {
  const { at } = await begun({ key: "revenue" });
  const bare = await makeStartup(app, founder);
  const other = await makePerson(app);
  const hidden = await ask("GET", at, undefined, other);
  const missing = await ask("GET", `/entities/${bare.entityId}/baseline`, undefined, other);
  const plain = (body: string) => body.replace(/"traceId":"[^"]*"/, "");
  expect([hidden.statusCode, plain(hidden.body)]).toEqual([404, plain(missing.body)]);
});
