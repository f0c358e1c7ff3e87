import { test } from "vitest";
import { expectNothingLost } from "../../helpers/faults/outages.ts";

// `npm run trial` has more rounds.
const rounds = 3;

test(`a database that is killed ${rounds} times under writes loses no acknowledged write, makes none twice, and costs no connection`, () =>
  expectNothingLost(rounds));
