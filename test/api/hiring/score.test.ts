import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type HeldSkill,
  matchSkills,
  type WantedSkill,
} from "#api/modules/hiring/matching/score.ts";

const ids = Array.from({ length: 12 }, (_, n) => `skill-${n}`);
const wanted = fc.uniqueArray(
  fc.record<WantedSkill>({
    id: fc.constantFrom(...ids),
    name: fc.constantFrom("A", "B", "C"),
    importance: fc.constantFrom("required", "preferred", "nice_to_have"),
  }),
  { selector: ({ id }) => id },
);
const level = fc.constantFrom("beginner", "intermediate", "advanced", "expert", null);
const held = fc.uniqueArray(fc.record<HeldSkill>({ id: fc.constantFrom(...ids), level }), {
  selector: ({ id }) => id,
});
const counting = fc.record({ includePreferred: fc.boolean(), includeNiceToHave: fc.boolean() });
const scoreOf = (...of: Parameters<typeof matchSkills>) => matchSkills(...of).score;

describe("the laws of matching [HIR-71] [HIR-80]", () => {
  test("a score is from 0 to 1, and null exactly where no skill counts", () => {
    fc.assert(
      fc.property(wanted, held, counting, (role, person, which) => {
        const { score, matchedSkills, missingSkills } = matchSkills(role, person, which);
        if (score === null) expect([...matchedSkills, ...missingSkills]).toEqual([]);
        else expect(score >= 0 && score <= 1).toBe(true);
        expect(score === null).toBe(matchedSkills.length + missingSkills.length === 0);
      }),
    );
    expect(scoreOf([], [{ id: "a", level: "expert" }])).toBeNull();
  });

  test("one more skill never lowers it", () => {
    fc.assert(
      fc.property(
        wanted,
        held,
        counting,
        fc.record({ id: fc.constantFrom(...ids), level }),
        (role, person, which, more) => {
          const before = scoreOf(role, person, which) ?? 0;
          expect(scoreOf(role, [...person, more], which) ?? 0).toBeGreaterThanOrEqual(before);
        },
      ),
    );
  });

  test("order and repeats change nothing", () => {
    fc.assert(
      fc.property(wanted, held, counting, (role, person, which) => {
        const turned = matchSkills(
          [...role].reverse().concat(role),
          [...person, ...person].reverse(),
          which,
        );
        expect(turned).toEqual(matchSkills(role, person, which));
      }),
    );
  });

  test("a missing required skill costs more than a missing preferred one, at any level", () => {
    fc.assert(
      fc.property(wanted, held, level, level, (others, person, one, two) => {
        const role: WantedSkill[] = [
          ...others,
          { id: "must", name: "Must", importance: "required" },
          { id: "may", name: "May", importance: "preferred" },
        ];
        const without = (id: "must" | "may") =>
          scoreOf(role, [
            ...person,
            id === "must" ? { id: "may", level: two } : { id: "must", level: one },
          ]) ?? 0;
        expect(without("must")).toBeLessThan(without("may"));
      }),
    );
  });

  test("the explanation names what is there and what is missing", () => {
    const role: WantedSkill[] = [
      { id: "p", name: "Python", importance: "required" },
      { id: "g", name: "Go", importance: "required" },
      { id: "k", name: "Kafka", importance: "preferred" },
    ];
    const match = matchSkills(role, [{ id: "p", level: "expert" }]);
    expect(match.score).toBe(0.375);
    expect(match.explanation).toBe(
      "1 of 2 required skills (Python). 0 of 1 preferred skill. Missing: Go (required), Kafka (preferred).",
    );
  });
});
