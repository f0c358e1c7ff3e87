import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { neighbourOf } from "../../helpers/endpoints/neighbours.ts";
import { makePerson } from "../../helpers/people.ts";
import { rowFiller } from "../leaving/fill-person.ts";

const app = await testApp();
const { db } = app;

/** What differs after the deletion in rows of others that name what was deleted. */
const differences = {
  entity: [
    // What the entity is to others: their ties to it, and what they asked of it.
    ...["claim gone", "claim_invitation gone", "connection gone", "follow gone", "invitation gone"],
    ...["entity_member gone", "hiring_application gone", "package_access gone"],
    ...["model_scenario gone", "notification gone", "watchlist_entity gone"],
    // What the entity has.
    ...[
      "access_package gone",
      "company gone",
      "company_change gone",
      "company_screen gone",
      "contact_field gone",
    ],
    ...[
      "entity gone",
      "entity_filing gone",
      "execution_baseline gone",
      "execution_commitment gone",
    ],
    ...["execution_cycle gone", "execution_goal gone", "execution_season gone", "hiring_role gone"],
    ...["listing gone", "reporting_period gone", "served_document gone", "startup_listing gone"],
    "ticker gone",
    // These stay, without the entity.
    ...["entity.parent_id", "report.entity_id"],
  ],
  report: ["access_package_report gone", "report gone", "report_document gone", "report_view gone"],
} as const;

/** Tables and their columns that refer to a table. */
async function findReferences(to: string) {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${to}::regclass order by 1, 2`);
  return rows;
}

test.each([
  ["entity", "owner_id", (id: string) => `/api/v1/entities/${id}`],
  ["report", "user_id", (id: string) => `/v2/reports/${id}`],
] as const)(
  "deleting an %s changes of others' rows what is listed, and nothing else [CNV-37]",
  async (root, owner, urlOf) => {
    const fill = rowFiller(db);
    const { id: ownerId, headers } = await makePerson(app);
    const made = await fill(root, { [owner]: ownerId }, () => null);
    const id = String(made.stored.id);
    for (const { table, column } of await findReferences(root)) {
      await fill(table, { [column]: id }, () => `text ${randomUUID()}`);
    }
    // The same of another one.
    const others = await fill(root, {}, () => null);
    for (const { table, column } of await findReferences(root)) {
      await fill(table, { [column]: others.stored.id }, () => `text ${randomUUID()}`);
    }
    const neighbour = await neighbourOf(db);
    const answer = await app.send({ method: "DELETE", url: urlOf(id), headers });
    expect(answer.statusCode).toBe(200);

    const changes = await neighbour.changes();
    expect(changes.flatMap(({ what }) => what).sort()).toEqual([...differences[root]].sort());
  },
);
