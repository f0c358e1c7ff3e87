import { expect, test } from "vitest";
import { openJobSender } from "#api/clients/job-sender.ts";
import { testApp } from "../helpers/app.ts";
import { openTestDatabase } from "../helpers/database.ts";

const samples = 500;
const database = await openTestDatabase();
const jobs = openJobSender(database, { error: () => {} });
await jobs.start();
const { send, signIn } = await testApp({ database, jobs });
await signIn("known@example.com");

/** Milliseconds of one request. */
async function time(path: string, email: string): Promise<number> {
  const start = performance.now();
  await send({ method: "POST", url: `/auth/${path}`, payload: { email } });
  return performance.now() - start;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test.each(["request-password-reset", "request-verification"])(
  "%s takes known and unknown addresses equally long: medians within a tenth",
  async (path) => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = -50; n < samples; n += 1) {
      const pair = [await time(path, "known@example.com"), await time(path, "nobody@example.com")];
      if (n < 0) continue;
      known.push(pair[0] ?? 0);
      unknown.push(pair[1] ?? 0);
    }
    const medians = { known: median(known), unknown: median(unknown) };
    console.log(path, medians, "ms");
    expect(Math.abs(medians.known - medians.unknown) / medians.unknown).toBeLessThan(0.1);
  },
);
