import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { findBreak } from "#api/data/hash-chain.ts";
import { decideFiling } from "#api/modules/filings/service.ts";
import { openPlatform } from "#api/platform.ts";
import type { TestApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { makePerson } from "../../helpers/people.ts";
import { raceEverywhere, rounds, together } from "../../helpers/races.ts";

interface Filing {
  id: string;
  status: string;
  version: number;
  contentHash: string;
  previousHash: string | null;
  [member: string]: unknown;
}

/** What an operator decides, on the database of one process. */
function decider({ app, database }: TestApp) {
  const common = { log: app.log as never, now: () => new Date(), publicUrl: "" };
  const jobs = inlineJobs({ ...common, database, mails: [], enqueued: [] });
  const files = openFileStore(join(tmpdir(), "tenk-files"));
  const platform = openPlatform({ ...common, db: database.db, jobs, files });
  return async (id: string, act: "verify" | "reject") =>
    decideFiling(platform, id, act).then(
      ({ status }) => status,
      (error: { status?: number }) => error.status ?? error,
    );
}

await raceEverywhere((via, [app, second]) => {
  if (app === undefined) throw new Error("no API");
  const start = async () => {
    const ann = await makePerson(app);
    const { headers } = ann;
    const post = (n: number, url: string, payload?: object) =>
      via(n).send({ method: "POST", url, headers, ...(payload && { payload }) });
    const entityId = (await post(0, "/api/v1/entities", { name: "Race" })).json().id as string;
    const file = (n: number, submit: boolean) =>
      post(n, "/api/v1/filings", {
        ...{ entityId, schemaType: "income_statement", reportingPeriodId: "2024FY", submit },
        content: { currency: "USD", fields: { revenue: String(n) } },
      });
    const made = async (n: number, submit: boolean): Promise<string> =>
      (await file(n, submit)).json().data.id;
    const chain = async (): Promise<Filing[]> =>
      (await app.get(`/api/v1/filings/chain/${entityId}/income_statement`, headers)).json().data;
    return { headers, post, file, made, chain };
  };
  const isWhole = (all: readonly Filing[]) =>
    findBreak(
      all.map(({ version, contentHash, previousHash, ...one }) => {
        const { entityId, schemaType, reportingPeriodId, content } = one;
        const said = { entityId, schemaType, reportingPeriodId, content };
        return { version, hash: contentHash, previousHash, content: said };
      }),
    ) === null;
  const inForce = (all: readonly Filing[]) => all.filter(({ status }) => status !== "superseded");

  test("16 submits of one period make one chain without a fork, of which the last is in force [FIL-11] [FIL-12]", async () => {
    const { file, chain } = await start();
    const answers = await together((n) => file(n, true));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(201));
    const all = await chain();
    expect(all.map(({ version }) => version)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    expect(isWhole(all)).toBe(true);
    expect(inForce(all).map(({ version }) => version)).toEqual([16]);
  });

  test("of 16 submits of one draft one wins, and 15 are 409 [FIL-12]", async () => {
    const { post, made, chain } = await start();
    const id = await made(1, false);
    const answers = await together((n) => post(n, `/api/v1/filings/${id}/submit`));
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([200, ...Array(15).fill(409)]);
    expect(await chain()).toHaveLength(1);
  });

  test("of 16 changes and submits of one draft no change comes after the submit [FIL-12]", async () => {
    const { headers, post, made, chain } = await start();
    const id = await made(1, false);
    const url = `/api/v1/filings/${id}`;
    const payload = (n: number) => ({ content: { currency: "USD", fields: { revenue: `${n}` } } });
    const answers = await together((n) =>
      n % 8 === 4
        ? post(n, `${url}/submit`)
        : via(n).send({
            ...{ method: "PATCH", url, headers },
            payload: { ...payload(n), ...(n % 8 === 0 && { status: "submitted" }) },
          }),
    );
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    const submitted = answers.filter(({ statusCode }, n) => n % 4 === 0 && statusCode === 200);
    const all = await chain();
    expect([submitted.length, all.length, isWhole(all)]).toEqual([1, 1, true]);
    expect(all[0]?.content).toEqual(submitted[0]?.json().data.content);
    expect((await post(0, `${url}/submit`)).statusCode).toBe(409);
  });

  test("verify, reject and supersede at once leave one answer for each filing [FIL-12]", async () => {
    const deciders = [decider(app), decider(second ?? app)] as const;
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      const { made, chain } = await start();
      const first = await made(1, true);
      expect(await deciders[0](first, "verify")).toBe("verified");
      const next = await made(2, true);
      const outcomes = await together(async (n) => {
        if (n % 4 === 0) return deciders[0](next, "verify");
        if (n % 4 === 1) return deciders[1](next, "reject");
        if (n % 4 === 2) return deciders[1](first, "reject");
        return made(n, true);
      });
      const count = (at: number, outcome: string) =>
        outcomes.filter((one, n) => n % 4 === at && one === outcome).length;
      expect([count(0, "verified") <= 1, count(1, "rejected") <= 1]).toEqual([true, true]);
      expect(outcomes.filter((one) => one !== 409 && typeof one !== "string")).toEqual([]);
      const all = await chain();
      expect(all).toHaveLength(6);
      expect(isWhole(all)).toBe(true);
      const statuses = (wanted: string) => all.filter(({ status }) => status === wanted);
      expect(statuses("submitted").map(({ version }) => version)).toEqual([6]);
      expect(statuses("verified").length).toBeLessThanOrEqual(1);
      const [one, two] = all;
      expect(one?.status === "rejected").toBe(count(2, "rejected") === 1);
      if (two?.status === "rejected") expect(count(1, "rejected")).toBe(1);
      if (two?.status === "verified") expect(count(0, "verified")).toBe(1);
    }
  });
});
