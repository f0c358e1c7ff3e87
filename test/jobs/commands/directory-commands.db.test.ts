import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { inserted } from "#api/data/rows.ts";
import { jobLimits } from "#schemas/config/wait-limits.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { claim } from "#schemas/tables/accounts/relationship.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { correction, listing, listingVersion } from "#schemas/tables/companies/directory.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { adminOn } from "../../helpers/platform/admin-command.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";

const database = await openTestDatabase({ limits: jobLimits });
afterAll(() => database.close());
const { db } = database;
const admin = adminOn(database);

const company = await makeListedCompany(db, { name: "Operated Example Inc." });
const { id: userId } = inserted(
  await db
    .insert(userAccount)
    .values({ email: "ann@example.com", slug: "ann-example" })
    .returning({ id: userAccount.id }),
);
const suggested = { listingId: company.listingId, userId, evidence: "Their\nreport" };
const [first = "", second = ""] = (
  await db
    .insert(correction)
    .values([
      { ...suggested, field: "category", value: "Fruit", createdAt: "2026-01-02T00:00:00Z" },
      { ...suggested, field: "overview", value: "Nothing", createdAt: "2026-01-03T00:00:00Z" },
    ])
    .returning({ id: correction.id })
).map(({ id }) => id);
await db.insert(claim).values({ entityId: company.id, userId, status: "pending" });

const read = async () => {
  const [row] = await db
    .select({ status: listing.status, content: listingVersion.content, entity })
    .from(listing)
    .innerJoin(listingVersion, eq(listingVersion.id, listing.versionId))
    .innerJoin(entity, eq(entity.id, listing.entityId))
    .where(eq(listing.id, company.listingId));
  return row;
};
const log = async (id: string) => {
  const rows = await db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.subjectId, id))
    .orderBy(auditEvent.id);
  return rows.map(({ action, actorId }) => [action, actorId]);
};

test("an operator blocks, archives, restores and verifies a company, and each act is in its audit log [DIR-72] [DIR-27]", async () => {
  expect(await admin("listing", "block", company.slug)).toMatchObject({
    code: 0,
    out: `the entry of ${company.slug} is blocked`,
  });
  expect(await read()).toMatchObject({ status: "blocked", entity: { published: false } });
  expect((await admin("listing", "restore", company.id)).out).toContain("is published");
  expect(await read()).toMatchObject({ status: "published", entity: { published: true } });
  expect((await admin("listing", "archive", company.slug)).out).toContain("is archived");
  expect((await admin("listing", "restore", company.slug)).code).toBe(0);
  const again = await admin("listing", "restore", company.slug);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining("Listing is published")]);
  expect(await admin("listing", "block", "no-such-thing")).toMatchObject({
    code: 2,
    err: expect.stringContaining("nothing has the slug or id no-such-thing"),
  });

  expect((await admin("entity", "verify", company.slug)).out).toBe(
    `${company.slug} is now verified`,
  );
  expect((await read())?.entity).toMatchObject({ verified: true, verifiedAt: expect.any(String) });
  await admin("entity", "verify", company.slug, "--undo");
  expect((await read())?.entity).toMatchObject({ verified: false, verifiedAt: null });
  expect((await admin("entity", "verify", "no-such-thing")).code).toBe(2);

  expect(await log(company.id)).toEqual([
    ["listing.blocked", null],
    ["listing.restored", null],
    ["listing.archived", null],
    ["listing.restored", null],
    ["entity.verified", null],
    ["entity.unverified", null],
  ]);
});

test("an operator lists what users suggest, takes it into review, and accepts or rejects it [DIR-47]", async () => {
  const { out } = await admin("correction", "list");
  expect(out.split("\n")).toEqual([
    `${first}  open  ${company.slug}  category  Fruit  Their report`,
    `${second}  open  ${company.slug}  overview  Nothing  Their report`,
  ]);
  const early = await admin("correction", "accept", first);
  expect([early.code, early.err]).toEqual([2, expect.stringContaining("Correction is open")]);
  expect((await admin("correction", "review", first)).out).toContain("category is under_review");
  expect((await admin("correction", "accept", first)).out).toContain("category is accepted");
  expect((await admin("correction", "reject", second)).out).toContain("overview is rejected");
  expect((await read())?.content.snapshot).toMatchObject({ category: "Fruit" });
  expect((await read())?.content.snapshot.overview).not.toBe("Nothing");
  expect((await admin("correction", "list")).out).toBe("no suggestion is open");
  expect((await admin("correction", "review", "x")).code).toBe(2);
  expect((await log(company.id)).slice(6)).toEqual([
    ["correction.review", null],
    ["correction.accept", null],
    ["correction.reject", null],
  ]);
});

test("a person's entry is blocked, too, and the audit log has it under the person", async () => {
  const unknown = await admin("listing", "block", "ann-example", "--person");
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Listing not found")]);
  const disclosure = { directEmail: false, directPhone: false, streetAddress: false };
  await db.insert(listing).values({
    subjectType: "person",
    userId,
    status: "published",
    isManaged: true,
    disclosure,
  });
  expect((await admin("listing", "block", "ann-example", "--person")).out).toContain("is blocked");
  expect((await admin("listing", "restore", "ann-example", "--person")).out).toContain(
    "is unpublished",
  );
  expect(await log(userId)).toEqual([
    ["listing.blocked", null],
    ["listing.restored", null],
  ]);
});

test("an operator lists open claims [DIR-26]", async () => {
  expect((await admin("claims")).out).toMatch(
    new RegExp(
      `^\\S+Z {2}CIK ${Number(company.cik)} {2}Operated Example Inc\\. {2}ann@example\\.com$`,
    ),
  );
});
