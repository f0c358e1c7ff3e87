import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Profile,
  type Projection,
  project,
  publicFactsOf,
} from "#api/modules/startups/listings/project.ts";
import { audiences, guardedMembers, steps } from "#schemas/shapes/platform/startup.ts";

/** Each secret is a text or number that stands nowhere else, so that it is found wherever it shows. */
const step = fc.constantFrom(...steps);
let last = 1_000_000;
const unique = () => {
  last += 1;
  return last;
};
const word = () => `secret-${unique()}`;

interface Case {
  profile: Profile;
  /** Each secret with who may read it. */
  secrets: { text: string; least: (typeof steps)[number]; isCustom: boolean }[];
}

function build(
  leasts: readonly (typeof steps)[number][],
  customs: readonly boolean[],
  fields: readonly { least: (typeof steps)[number]; isCustom: boolean }[],
  context: (typeof steps)[number],
): Case {
  const secrets: Case["secrets"] = [];
  const guard = (n: number) => ({ least: leasts[n] ?? "public", isCustom: customs[n] ?? false });
  const note = (text: string, who: { least: (typeof steps)[number]; isCustom: boolean }) => {
    secrets.push({ text, ...who });
    return text;
  };
  const at = (member: string) => guardedMembers.indexOf(member as never);
  const text = (member: string) => note(word(), guard(at(member)));
  const number = (member: string) => Number(note(String(unique()), guard(at(member))));
  const profile: Profile = {
    name: "Acme",
    members: {
      tagline: text("tagline"),
      description: text("description"),
      sector: text("sector"),
      stage: text("stage"),
      location: text("location"),
      websiteUrl: text("websiteUrl"),
      foundedYear: number("foundedYear"),
      teamSize: number("teamSize"),
      capitalStatus: "actively_raising",
      capitalStatusAt: note(word(), guard(at("capitalStatus"))),
      capitalTerms: {
        instrument: "equity",
        targetAmount: note(String(unique()), guard(at("capitalTerms"))),
        currency: note(word(), guard(at("capitalTerms"))),
      },
    },
    sharing: {
      audiences: Object.fromEntries(
        guardedMembers.map((member, n) => [member, leasts[n]]),
      ) as Profile["sharing"]["audiences"],
      customMembers: guardedMembers.filter((_, n) => customs[n]),
    },
    content: [],
    baseline: {
      fields: fields.map((who) => ({
        id: note(word(), who),
        key: note(word(), who),
        label: note(word(), who),
        value: note(word(), who),
        unit: note(word(), who),
        asOf: note(word(), who),
        evidence: [{ documentKey: note(word(), who), url: note(word(), who), note: null }],
        audience: who.least,
        isCustom: who.isCustom,
      })),
      strategicContext: {
        constraints: [note(word(), { least: context, isCustom: false })],
        assumptions: [note(word(), { least: context, isCustom: false })],
      },
      contextAudience: context,
      summary: {
        text: note(word(), { least: context, isCustom: false }),
        method: "template",
        confirmedAt: "2026-01-01T00:00:00.000Z",
      },
      lockedAt: "2026-01-01T00:00:00.000Z",
    },
  };
  return { profile, secrets };
}

const cases = fc
  .tuple(
    fc.array(step, { minLength: guardedMembers.length, maxLength: guardedMembers.length }),
    fc.array(fc.boolean(), { minLength: guardedMembers.length, maxLength: guardedMembers.length }),
    fc.array(fc.record({ least: step, isCustom: fc.boolean() }), { maxLength: 5 }),
    step,
  )
  .map(([leasts, customs, fields, context]) => build(leasts, customs, fields, context));

const shows = (view: unknown, text: string) => JSON.stringify(view).includes(text);

describe("a projection", () => {
  test("has exactly what its audience may read, at any depth [STP-08] [STP-09]", () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...audiences), ({ profile, secrets }, audience) => {
        const view = project(profile, audience);
        for (const { text, least, isCustom } of secrets) {
          const isInside =
            least === "public" ||
            (audience === "custom" ? isCustom : steps.indexOf(audience) >= steps.indexOf(least));
          expect([audience, least, shows(view, text)]).toEqual([audience, least, isInside]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("of a tier never has less than that of a lower one [STP-08]", () => {
    const textsOf = (view: Projection) =>
      JSON.stringify(view).match(/secret-\d+|\b1\d{6}\b/g) ?? [];
    fc.assert(
      fc.property(cases, ({ profile }) => {
        for (const [n, lower] of steps.slice(0, -1).entries()) {
          const higher = new Set(textsOf(project(profile, steps[n + 1] ?? "diligence")));
          expect(textsOf(project(profile, lower)).filter((text) => !higher.has(text))).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("for lists and search has what the public one has, and nothing else [STP-51]", () => {
    fc.assert(
      fc.property(cases, ({ profile, secrets }) => {
        const facts = publicFactsOf(profile);
        for (const { text, least } of secrets.slice(0, 11)) {
          expect(shows(facts, text)).toBe(least === "public");
        }
      }),
      { numRuns: 100 },
    );
  });

  test("for the startup's own team has everything", () => {
    const [{ profile, secrets } = build([], [], [], "public")] = fc.sample(cases, 1);
    const view = project(profile, "owner");
    expect(secrets.filter(({ text }) => !shows(view, text))).toEqual([]);
  });
});
