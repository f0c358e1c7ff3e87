import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reasonsOf } from "#api/modules/investors/mandates/fit.ts";
import {
  makeSuggestions,
  unverifyInvestor,
  verifyInvestor,
} from "#api/modules/investors/service.ts";
import { indexCandidates } from "#api/modules/investors/suggestions/making/candidates.ts";
import { startupSuggestion } from "#schemas/tables/platform/investor.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const [founder, stranger] = (await Promise.all([makePerson(app), makePerson(app)])) as [
  Person,
  Person,
];

/** A verified investor with a mandate. */
async function makeProvider(mandate: object) {
  const email = `investor-${randomUUID()}@example.com`;
  const who = await makePerson(app, email);
  await verifyInvestor(app.db, { email, firm: null });
  const body = { principalType: "person", name: `secret-${randomUUID()}`, ...mandate };
  const made = await must(app, who, "POST /investment-mandates", body);
  const at = `/capital-providers/${made.capitalProviderListingId}/match-suggestions` as const;
  return { who, email, at, mandate: made };
}
const read = async (who: Person, url: string) => app.get(`/v2${url}`, who.headers);
const idsOf = async (who: Person, url: string) =>
  (await read(who, url))
    .json()
    .data.map((one: { startupListingId: string }) => one.startupListingId);

test("the index of candidates finds what a search through all of them finds, the newest first", () => {
  const text = fc.constantFrom("Fintech", "fintech ", "Health", "Seed", "Series A", null);
  const startups = fc.array(
    fc.record({ sector: text, stage: text, location: fc.constantFrom("Berlin, Germany", null) }),
    { maxLength: 30 },
  );
  const words = fc.uniqueArray(fc.constantFrom("FINTECH", "Fintech", "health", "seed"));
  const mandates = fc.record({
    sectors: words,
    stages: words,
    geographies: fc.constantFrom([], ["germany"]),
    instruments: fc.constant([]),
  });
  fc.assert(
    fc.property(startups, mandates, (said, mandate) => {
      const all = said.map((facts, i) => ({ id: String(i), facts: { name: "A", ...facts } }));
      const found = [...indexCandidates(all).newest(mandate)];
      expect(found).toEqual(all.filter(({ facts }) => reasonsOf(mandate, facts) !== null));
    }),
  );
});

/** Names of all members in the bodies and answers of an operation, at any depth, those of shared schemas included. */
function memberNames(
  part: unknown,
  schemas: Record<string, unknown>,
  seen = new Set<string>(),
): string[] {
  if (typeof part !== "object" || part === null) return [];
  const { properties = {}, $ref } = part as { properties?: object; $ref?: string };
  const shared = $ref?.split("/").at(-1) ?? "";
  const isNew = shared !== "" && !seen.has(shared);
  if (isNew) seen.add(shared);
  return [
    ...Object.keys(properties),
    ...(isNew ? memberNames(schemas[shared], schemas, seen) : []),
    ...Object.values(part).flatMap((one) => memberNames(one, schemas, seen)),
  ];
}

describe("suggestions", () => {
  test("go both ways with reasons, evidence and source, the founder's only where the mandate agrees [STP-55] [STP-58] [STP-59] [STP-85]", async () => {
    const sector = `Robotics ${randomUUID()}`;
    const { id } = await makeStartup(app, founder, { sector, stage: "Seed" });
    const open = await makeProvider({ sectors: [sector.toLowerCase()], discoverable: true });
    const closed = await makeProvider({ sectors: [sector] });
    await makeSuggestions(app);
    const reasons = [
      { criterion: "sector", evidence: sector, source: "public profile of the startup" },
    ];
    const [seen] = (await read(open.who, open.at)).json().data;
    expect(seen).toMatchObject({ startupListingId: id, reasons, dismissedAt: null });
    expect(await idsOf(closed.who, closed.at)).toEqual([id]);
    const founders = await read(founder, `/startups/${id}/match-suggestions`);
    expect(founders.json().data).toMatchObject([
      { capitalProviderListingId: open.mandate.capitalProviderListingId, reasons },
    ]);
    for (const { mandate } of [open, closed]) expect(founders.body).not.toContain(mandate.name);
    expect(founders.body).not.toContain(closed.mandate.capitalProviderListingId);
    expect((await read(stranger, open.at)).statusCode).toBe(404);
    expect((await read(stranger, `/startups/${id}/match-suggestions`)).statusCode).toBe(403);
  });

  test("that are dismissed do not come back, also when the job runs again [STP-56] [STP-57]", async () => {
    const sector = randomUUID();
    const { id } = await makeStartup(app, founder, { sector });
    const { who, at } = await makeProvider({ sectors: [sector], discoverable: true });
    await makeSuggestions(app);
    const own = `/startups/${id}/match-suggestions` as const;
    const [{ id: suggestionId }] = (await read(founder, own)).json().data;
    const dismissed = await must(app, founder, `POST ${own}/${suggestionId}/dismiss`);
    expect(await must(app, founder, `POST ${own}/${suggestionId}/dismiss`)).toEqual(dismissed);
    await makeSuggestions(app);
    expect(await idsOf(founder, own)).toEqual([]);
    // The other side keeps its own, and does not learn of it.
    const [theirs] = (await read(who, at)).json().data;
    expect(theirs).toMatchObject({ id: suggestionId, dismissedAt: null });
    await must(app, who, `POST ${at}/${suggestionId}/dismiss`);
    await must(app, founder, `PATCH /startups/${id}`, { sector: "Another" });
    await makeSuggestions(app);
    await must(app, founder, `PATCH /startups/${id}`, { sector });
    await makeSuggestions(app);
    expect([await idsOf(founder, own), await idsOf(who, at)]).toEqual([[], []]);
  });

  test("cite public facts only, also those that are hidden since the last run [STP-59]", async () => {
    const sector = randomUUID();
    const hidden = await makeStartup(app, founder, { sector, audiences: { sector: "follower" } });
    const shown = await makeStartup(app, founder, { sector });
    const { who, at } = await makeProvider({ sectors: [sector], discoverable: true });
    await makeSuggestions(app);
    expect(await idsOf(who, at)).toEqual([shown.id]);
    expect(await idsOf(founder, `/startups/${hidden.id}/match-suggestions`)).toEqual([]);
    await must(app, founder, `PATCH /startups/${shown.id}`, { audiences: { sector: "capital" } });
    expect((await read(who, at)).body).not.toContain(sector);
  });

  test("end with the publication, the mandate and the verification", async () => {
    const sector = randomUUID();
    const { id } = await makeStartup(app, founder, { sector });
    const { who, at, email, mandate } = await makeProvider({
      sectors: [sector],
      discoverable: true,
    });
    const own = `/startups/${id}/match-suggestions`;
    await makeSuggestions(app);
    await must(app, founder, `POST /startups/${id}/unpublish`);
    expect(await idsOf(who, at)).toEqual([]);
    await must(app, founder, `POST /startups/${id}/publish`);
    await must(app, who, `PATCH /investment-mandates/${mandate.id}`, { discoverable: false });
    expect(await idsOf(founder, own)).toEqual([]);
    await must(app, who, `PATCH /investment-mandates/${mandate.id}`, { discoverable: true });
    expect(await idsOf(founder, own)).toEqual([id]);
    await unverifyInvestor(app.db, email);
    await makeSuggestions(app);
    expect(await idsOf(founder, own)).toEqual([]);
  });

  test("are written only where they differ from the last run", async () => {
    const sector = randomUUID();
    const { id } = await makeStartup(app, founder, { sector });
    const { who, at, email } = await makeProvider({ sectors: [sector] });
    await makeSuggestions(app);
    expect(await makeSuggestions(app)).toMatchObject({ changed: 0 });
    await must(app, founder, `POST /startups/${id}/unpublish`);
    expect(await makeSuggestions(app)).toMatchObject({ changed: 1 });
    await must(app, founder, `POST /startups/${id}/publish`);
    expect(await makeSuggestions(app)).toMatchObject({ changed: 1 });
    await unverifyInvestor(app.db, email);
    await makeSuggestions(app);
    await verifyInvestor(app.db, { email, firm: null });
    expect(await makeSuggestions(app)).toMatchObject({ changed: 1 });
    expect(await idsOf(who, at)).toEqual([id]);
  });

  test("keep their id and date from night to night", async () => {
    const sector = randomUUID();
    const { id } = await makeStartup(app, founder, { sector });
    await makeProvider({ sectors: [sector] });
    const rows = () =>
      app.db.select().from(startupSuggestion).where(eq(startupSuggestion.startupListingId, id));
    await makeSuggestions(app);
    const first = await rows();
    expect(first).toHaveLength(1);
    await makeSuggestions(app);
    expect(await rows()).toEqual(first);
  });

  test("have no score, rank or price, and no parameter that orders them [STP-60]", async () => {
    const { paths, components } = (await app.get("/api/openapi")).json();
    expect(components.schemas.MatchSuggestion.properties).toHaveProperty("reasons");
    const own = Object.values(paths as Record<string, Record<string, { tags: string[] }>>)
      .flatMap((item) => Object.values(item))
      .filter(({ tags }) =>
        ["Startups", "Investors", "Engagement", "Portfolios"].includes(tags[0] ?? ""),
      );
    expect(own.length).toBeGreaterThan(60);
    const names = new Set(own.flatMap((operation) => memberNames(operation, components.schemas)));
    expect(names).toContain("capitalProviderListingId");
    const ranked = [...names].filter((name) =>
      /score|rank|weight|boost|paid|sponsor|priority/i.test(name),
    );
    expect(ranked).toEqual([]);
    const listed = Object.entries(paths as Record<string, object>).filter(([path]) =>
      /match-suggestions|startups\/search|\/startups$/.test(path),
    );
    expect(listed.length).toBeGreaterThan(3);
    for (const [path, item] of listed) {
      const parameters = JSON.stringify(item).match(/"name":"\w+","in":"query"/g) ?? [];
      expect([path, parameters.filter((one) => /sort|order|rank|boost/.test(one))]).toEqual([
        path,
        [],
      ]);
    }
  });
});

test("reasons are there exactly where no criterion is missed, and each cites the startup's own words [STP-59] [STP-60]", () => {
  const word = fc.constantFrom("A", "b", "C");
  const wanted = fc.record({
    sectors: fc.array(word, { maxLength: 2 }),
    stages: fc.array(word, { maxLength: 2 }),
    geographies: fc.array(word, { maxLength: 2 }),
    instruments: fc.constant([]),
  });
  const said = fc.option(word);
  fc.assert(
    fc.property(wanted, fc.tuple(said, said, said), (mandate, [sector, stage, location]) => {
      const facts = { name: "x", sector, stage, location };
      const reasons = reasonsOf(mandate, facts);
      const missed = (list: string[], one: string | null) =>
        list.length > 0 &&
        one !== null &&
        !list.some((item) => item.toLowerCase() === one.toLowerCase());
      const isMissed =
        missed(mandate.sectors, sector) ||
        missed(mandate.stages, stage) ||
        missed(mandate.geographies, location);
      if (isMissed) expect(reasons).toBeNull();
      const words = new Set<string | null>([sector, stage, location]);
      for (const { evidence } of reasons ?? []) expect(words.has(evidence)).toBe(true);
      if (reasons !== null) expect(reasons.length).toBeGreaterThan(0);
    }),
  );
});
