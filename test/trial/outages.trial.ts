import { test } from "vitest";
import { expectNothingLost } from "../helpers/faults/outages.ts";

const rounds = Number(process.env.TRIAL_ROUNDS ?? 50);

test(`a database that is killed ${rounds} times under writes loses no acknowledged write, makes none twice, and costs no connection`, () =>
  expectNothingLost(rounds));
