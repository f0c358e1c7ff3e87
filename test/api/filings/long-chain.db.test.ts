import { expect, test } from "vitest";
import { findBreak, nextLink } from "#api/data/hash-chain.ts";
import { entityFiling } from "#schemas/tables/companies/entity-filing.ts";
import { testApp } from "../../helpers/app.ts";
import { makeTeam, makeTeamEntity } from "../../helpers/people.ts";

const app = await testApp();
const team = await makeTeam(app);
const { headers } = team.owner;
const count = 5000;

/** Stored filings of one entity, as 5,000 submits would have left them. */
async function makeChain(entityId: string): Promise<void> {
  const content = { currency: "USD", fields: { revenue: "1" } };
  const said = { entityId, schemaType: "income_statement", reportingPeriodId: "2024FY", content };
  let last: { version: number; hash: string } | null = null;
  const rows: (typeof entityFiling.$inferInsert)[] = [];
  for (let n = 0; n < count; n += 1) {
    const link: ReturnType<typeof nextLink> = nextLink(said, last);
    last = link;
    rows.push({
      ...{ entityId, content, reportingPeriodId: "2024FY", schemaType: "income_statement" },
      ...{ status: n === count - 1 ? "submitted" : "superseded", verificationTier: "L1" },
      ...{ chainVersion: link.version, contentHash: link.hash, previousHash: link.previousHash },
      submittedAt: "2026-01-01T00:00:00Z",
    });
  }
  for (let n = 0; n < count; n += 500) {
    await app.db.insert(entityFiling).values(rows.slice(n, n + 500));
  }
}

test("a chain of 5,000 filings is read in pages that hold each once and join without a break, and goes on [FIL-03] [FIL-11]", async () => {
  const entityId = await makeTeamEntity(app, team);
  await makeChain(entityId);
  const url = `/api/v1/filings/chain/${entityId}/income_statement`;
  const links = [];
  for (let offset = 0; offset < count; offset += 100) {
    const { data, meta } = (await app.get(`${url}?limit=1000&offset=${offset}`, headers)).json();
    expect(meta).toEqual({ total: count, limit: 100, offset, hasMore: offset + 100 < count });
    for (const { version, contentHash: hash, previousHash, ...one } of data) {
      const { schemaType, reportingPeriodId, content } = one;
      const said = { entityId, schemaType, reportingPeriodId, content };
      links.push({ version, hash, previousHash, content: said });
    }
  }
  expect(links).toHaveLength(count);
  expect(findBreak(links)).toBeNull();
  const content = { currency: "USD", fields: { revenue: "2" } };
  const body = { entityId, schemaType: "income_statement", reportingPeriodId: "2024FY", content };
  const payload = { ...body, submit: true };
  const next = await app.send({ method: "POST", url: "/api/v1/filings", headers, payload });
  expect(next.json().data).toMatchObject({ version: count + 1, previousHash: links.at(-1)?.hash });
  expect((await app.get(`${url}?offset=5000`, headers)).json().data).toHaveLength(1);
});
