import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Audience,
  audiences,
  guardedMembers,
  steps,
} from "#schemas/shapes/platform/startup.ts";
import { startupFollow } from "#schemas/tables/platform/startup.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";
import { aField, aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const [founder, reader] = await Promise.all([makePerson(app), makePerson(app)]);

const step = fc.constantFrom(...steps);
const cases = fc.record({
  audiences: fc.record(
    Object.fromEntries(guardedMembers.map((member) => [member, step])) as Record<
      (typeof guardedMembers)[number],
      typeof step
    >,
  ),
  customMembers: fc.subarray([...guardedMembers]),
  fields: fc.array(fc.record({ audience: step, custom: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  context: step,
});

const generated = fc.sample(cases, 8);

const facts = {
  ...{ tagline: "t-4711", description: "d-4711", sector: "s-4711", stage: "g-4711" },
  ...{ location: "l-4711", websiteUrl: "https://w-4711.example.com/" },
  ...{ foundedYear: 1999, teamSize: 4711 },
  capitalStatus: {
    ...{ status: "planning", instrument: "equity", targetAmount: "987654.32", currency: "USD" },
  },
};

/** A published startup with a locked baseline and a confirmed summary, shared as generated. */
async function begin({ fields, context, ...sharing }: (typeof generated)[number]) {
  const { id } = await makeStartup(app, founder, { ...facts, ...sharing });
  const at = `/startups/${id}/baseline` as const;
  const strategicContext = { constraints: ["c-4711"], assumptions: ["a-4711"], audience: context };
  await must(app, founder, `POST ${at}`, { strategicContext });
  for (const values of fields) await must(app, founder, `POST ${at}/fields`, aField(values));
  for (const act of ["lock", "summary/generate", "summary/confirm"]) {
    await must(app, founder, `POST ${at}/${act}`);
  }
  return id;
}
/** Lets the reader follow in this tier; `public` ends the follow. */
async function followAs(id: string, audience: Audience) {
  const isThis = eq(startupFollow.startupListingId, id);
  await app.db.delete(startupFollow).where(isThis);
  if (audience === "public") return;
  await app.db.insert(startupFollow).values({
    ...aFollow(),
    ...{ startupListingId: id, followerId: reader.id, status: "approved", tier: audience },
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
}

test("a preview is what a reader of that audience gets, member for member, for generated profiles [STP-06] [STP-08] [STP-09]", async () => {
  for (const drawn of generated) {
    const id = await begin(drawn);
    for (const audience of audiences) {
      await followAs(id, audience);
      const {
        audience: as,
        startupListingId,
        ...view
      } = await must(app, founder, `GET /startups/${id}/profile/preview?audience=${audience}`);
      expect([as, startupListingId]).toEqual([audience, id]);
      const seen = await must(app, reader, `GET /startups/${id}`);
      expect([
        drawn,
        audience,
        Object.fromEntries(Object.keys(view).map((k) => [k, seen[k]])),
      ]).toEqual([drawn, audience, view]);
      expect(seen.viewer.audience).toBe(audience);
      // The baseline's own address shows the same fields, or does not exist for the reader.
      const { headers } = reader;
      const baseline = await app.get(`/v2/startups/${id}/baseline`, headers);
      const shown = baseline.statusCode === 404 ? null : baseline.json().data;
      const idsOf = (one: { fields: { id: string }[] } | null) =>
        one?.fields.map((field) => field.id) ?? null;
      expect([drawn, audience, idsOf(shown)]).toEqual([drawn, audience, idsOf(view.baseline)]);
      expect(shown?.summary?.text ?? null).toBe(view.baseline?.summary?.text ?? null);
      expect(shown?.strategicContext ?? null).toEqual(view.baseline?.strategicContext ?? null);
    }
  }
});
