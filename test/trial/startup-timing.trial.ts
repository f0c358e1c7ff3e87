import { expect, test } from "vitest";
import { testApp } from "../helpers/app.ts";
import { makePerson, makeTeam } from "../helpers/people.ts";
import { makeStartup, makeTeamStartup } from "../helpers/platform/startups.ts";

const samples = 500;
const app = await testApp();
const founder = await makePerson(app);
const team = await makeTeam(app);
const published = await makeStartup(app, founder);
const hidden = await makeTeamStartup(app, team);
const missing = () => crypto.randomUUID();

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Medians of two requests that take turns, in milliseconds. */
async function compare(one: () => Promise<number>, other: () => Promise<number>) {
  const [first, second]: [number[], number[]] = [[], []];
  for (let n = -50; n < samples; n += 1) {
    const pair = [await one(), await other()];
    if (n < 0) continue;
    first.push(pair[0] ?? 0);
    second.push(pair[1] ?? 0);
  }
  return { existing: median(first), missing: median(second) };
}

const requests = [
  ["GET", "", undefined],
  ["PATCH", "", { tagline: "Mine" }],
  ["GET", "/baseline", undefined],
  ["POST", "/follow-requests", { reason: "x" }],
] as const;

test.each([
  ["a published startup, without credentials", published.id, {}, 401],
  ["an unpublished startup, as a stranger", hidden.id, team.stranger.headers, 404],
] as const)(
  "%s takes as long as a missing one: medians within a tenth",
  async (what, id, headers, status) => {
    for (const [method, path, payload] of requests) {
      // A refused body would be told before existence is looked at.
      if (status === 404 && method === "POST") continue;
      const time = async (at: string) => {
        const start = performance.now();
        const body = payload === undefined ? {} : { payload };
        const { statusCode } = await app.send({
          ...{ method, url: `/v2/startups/${at}${path}`, headers },
          ...body,
        });
        const took = performance.now() - start;
        expect(statusCode).toBe(status);
        return took;
      };
      const medians = await compare(
        () => time(id),
        () => time(missing()),
      );
      console.log(what, method, path || "/", medians, "ms");
      expect(Math.abs(medians.existing - medians.missing) / medians.missing).toBeLessThan(0.1);
    }
  },
);
