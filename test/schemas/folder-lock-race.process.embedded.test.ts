import { expect, test } from "vitest";
import { raceForLock } from "../helpers/faults/lock-race.ts";

/** `npm run trial -- folder-lock` runs 10,000 rounds. */
const rounds = 100;

test.each([
  { processes: 2, killEvery: 0, kills: "none is killed" },
  { processes: 4, killEvery: 0, kills: "none is killed" },
  { processes: 16, killEvery: 0, kills: "none is killed" },
  { processes: 4, killEvery: 10, kills: "one is killed in each tenth round" },
])(
  "after an unclean end one of $processes processes gets the folder ($kills)",
  async ({ processes, killEvery }) => {
    expect(await raceForLock({ processes, killEvery, rounds })).toEqual({ 1: rounds });
  },
);
