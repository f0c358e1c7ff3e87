import { describe, expect, test } from "vitest";
import { findBreak } from "#api/data/hash-chain.ts";
import { type Filed, openFilingApp } from "../../helpers/platform/filings.ts";
import { together } from "../../helpers/races.ts";

const { app, owner, decide, file, makeEntity, revenues } = await openFilingApp();
const chainOf = async (entityId: string): Promise<Filed[]> =>
  (await app.get(`/api/v1/filings/chain/${entityId}/income_statement`, owner.headers)).json().data;
const statuses = async (entityId: string) => (await chainOf(entityId)).map(({ status }) => status);

describe("a rejected correction", () => {
  test("gives the period back to what it superseded, statements included [PIP-04] [FIL-12] [FIL-18]", async () => {
    const { id } = await makeEntity("Restored");
    await file(id, "2024FY", "100");
    const correction = await file(id, "2024FY", "200");
    expect(await revenues(id, owner)).toEqual(["2024FY 200"]);
    await decide(correction.id, "reject");
    expect(await statuses(id)).toEqual(["submitted", "rejected"]);
    expect(await revenues(id, owner)).toEqual(["2024FY 100"]);
    const log = await app.get(`/v2/entities/${id}/audit-log`, owner.headers);
    const actions = log.json().data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["filing.rejected", "filing.restored"]));
  });

  test("gives it back through a chain of corrections, one at a time [PIP-04] [FIL-12] [FIL-18]", async () => {
    const { id } = await makeEntity("Chained");
    await file(id, "2024FY", "1");
    const second = await file(id, "2024FY", "2");
    const third = await file(id, "2024FY", "3");
    await decide(third.id, "reject");
    expect(await revenues(id, owner)).toEqual(["2024FY 2"]);
    await decide(second.id, "reject");
    expect(await statuses(id)).toEqual(["submitted", "rejected", "rejected"]);
    expect(await revenues(id, owner)).toEqual(["2024FY 1"]);
  });

  test("that is superseded itself changes no figure, and is passed over later [PIP-04] [FIL-12] [FIL-18]", async () => {
    const { id } = await makeEntity("Passed over");
    await file(id, "2024FY", "1");
    const second = await file(id, "2024FY", "2");
    const third = await file(id, "2024FY", "3");
    await decide(second.id, "reject");
    expect(await statuses(id)).toEqual(["superseded", "rejected", "submitted"]);
    expect(await revenues(id, owner)).toEqual(["2024FY 3"]);
    await decide(third.id, "reject");
    expect(await statuses(id)).toEqual(["submitted", "rejected", "rejected"]);
    expect(await revenues(id, owner)).toEqual(["2024FY 1"]);
  });

  test("leaves other periods and types as they are [FIL-12]", async () => {
    const { id } = await makeEntity("Neighbours");
    await file(id, "2023FY", "7");
    await file(id, "2023FY", "8");
    await file(id, "2024FY", "1");
    const correction = await file(id, "2024FY", "2");
    await decide(correction.id, "reject");
    expect(await statuses(id)).toEqual(["superseded", "submitted", "submitted", "rejected"]);
    expect(await revenues(id, owner)).toEqual(["2024FY 1", "2023FY 8"]);
  });

  test("that was verified gives way to the one that was verified before it [FIL-12]", async () => {
    const { id } = await makeEntity("Verified");
    const first = await file(id, "2024FY", "1");
    await decide(first.id, "verify");
    const second = await file(id, "2024FY", "2");
    await decide(second.id, "verify");
    expect(await statuses(id)).toEqual(["superseded", "verified"]);
    await decide(second.id, "reject");
    expect(await statuses(id)).toEqual(["verified", "rejected"]);
    expect(await revenues(id, owner)).toEqual(["2024FY 1"]);
  });

  test("the only one of its period leaves it empty; a second rejection is 409 [FIL-12]", async () => {
    const { id } = await makeEntity("Only");
    const only = await file(id, "2024FY", "1");
    await decide(only.id, "reject");
    expect(await revenues(id, owner)).toEqual([]);
    await expect(decide(only.id, "reject")).rejects.toMatchObject({ status: 409 });
    expect(await statuses(id)).toEqual(["rejected"]);
  });
});

test("16 rejections at once leave the first filing in force, and a whole chain [FIL-11] [FIL-12]", async () => {
  const { id } = await makeEntity("Raced");
  await file(id, "2024FY", "1");
  const corrections: Filed[] = [];
  for (let n = 0; n < 16; n += 1) corrections.push(await file(id, "2024FY", String(n + 2)));
  await together((n) => decide(corrections[n]?.id ?? "", "reject"));
  expect(await statuses(id)).toEqual(["submitted", ...Array(16).fill("rejected")]);
  expect(await revenues(id, owner)).toEqual(["2024FY 1"]);
  const links = (await chainOf(id)).map((one) => {
    const { version, contentHash, previousHash, ...said } = one as never as Record<string, never>;
    const { entityId, schemaType, reportingPeriodId, content } = said;
    const hashed = { entityId, schemaType, reportingPeriodId, content };
    return { version, hash: contentHash, previousHash, content: hashed };
  });
  expect(findBreak(links as never)).toBeNull();
});
