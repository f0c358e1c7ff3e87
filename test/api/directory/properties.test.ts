import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { actionsOf } from "#api/modules/directory/actions.ts";
import { presentExperience } from "#api/modules/directory/present.ts";
import {
  presentationStateOf,
  presentationStates,
} from "#api/modules/directory/presentation-state.ts";
import type { ListingRecord, ListingViewer } from "#api/modules/directory/record.ts";
import { experienceShape } from "#api/modules/directory/schemas.ts";
import { packageStatuses } from "#schemas/shapes/companies/access-package.ts";
import { sensitiveMembers } from "#schemas/shapes/companies/listing.ts";
import { businessAddress } from "../../helpers/platform/directory.ts";

const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const uuid = fc.constant(null).map(() => randomUUID());
const instant = fc
  .integer({ min: 0, max: 2_000_000_000 })
  .map((s) => new Date(s * 1000).toISOString());
const text = fc.string({ maxLength: 20 });
const item = fc.record({ label: text, detail: maybe(text), url: maybe(text) });
const items = fc.array(item, { maxLength: 2 });
/** Texts that nothing else contains. */
const secret = fc.uuid().map((id) => `secret ${id}`);
const fields = ["identity.displayName", "overview", "category", ...sensitiveMembers];

const content = fc.record({
  snapshot: fc.record({
    identity: fc.record({
      displayName: text,
      aliases: fc.array(text, { maxLength: 2 }),
      avatarUrl: maybe(fc.constant("/a.png")),
      logoUrl: maybe(fc.constant("/l.png")),
    }),
    overview: maybe(text),
    location: maybe(text),
    category: maybe(text),
    websiteUrl: maybe(text),
    socialLinks: fc.array(fc.record({ label: text, url: text }), { maxLength: 2 }),
    experienceOrTeam: items,
    credentials: items,
    businessDetails: maybe(
      fc.record({
        legalName: maybe(text),
        cik: maybe(text),
        sic: maybe(text),
        sicDescription: maybe(text),
        stateOfIncorporation: maybe(text),
        fiscalYearEnd: maybe(text),
        employeeCount: maybe(fc.nat()),
      }),
    ),
    publicEvidence: items,
    directEmail: secret,
    directPhone: secret,
    streetAddress: secret,
  }),
  tagline: maybe(text),
  addresses: fc.array(fc.constant(businessAddress), { maxLength: 1 }),
  // The directory shows none of them; the company profile does, by their visibility.
  contacts: fc.array(
    fc.record({
      kind: fc.constantFrom("email" as const, "phone" as const),
      label: text,
      value: text,
      visibility: fc.constantFrom("public" as const, "private" as const),
    }),
    { maxLength: 2 },
  ),
  sources: fc.array(
    fc.record({
      id: text,
      kind: text,
      label: text,
      url: maybe(text),
      suppliedBy: fc.constantFrom("service" as const, "organization" as const),
    }),
    { maxLength: 2 },
  ),
  fields: fc.subarray(fields).map((names) =>
    names.map((field) => ({
      field,
      suppliedBy: "organization" as const,
      sourceKind: "organization_profile",
      confidence: null,
    })),
  ),
});

const packages = fc.array(fc.record({ packageId: uuid, title: text }), { maxLength: 3 });

const record: fc.Arbitrary<ListingRecord> = fc.record({
  listingId: uuid,
  subjectType: fc.constantFrom("person" as const, "entity" as const),
  entityId: maybe(uuid),
  userId: maybe(uuid),
  slug: fc.constant("example"),
  status: fc.constantFrom("published" as const, "archived" as const),
  isManaged: fc.boolean(),
  disclosure: fc.record({
    directEmail: fc.boolean(),
    directPhone: fc.boolean(),
    streetAddress: fc.boolean(),
  }),
  asksFollowers: fc.boolean(),
  versionId: uuid,
  version: fc.integer({ min: 1, max: 9 }),
  content,
  publishedAt: instant,
  claimStatus: fc.constantFrom("not_claimable", "unclaimed", "claim_pending", "claimed"),
  verified: fc.boolean(),
  verifiedAt: maybe(instant),
  followers: fc.nat(),
  confirmedConnections: fc.nat(),
  reporting: fc.record({
    reportsPublished: fc.nat(),
    publicReports: fc.nat(),
    reportingSince: maybe(instant),
    latestReportAt: maybe(instant),
    index: fc.array(
      fc.record({
        id: uuid,
        title: text,
        publishedAt: instant,
        access: fc.constantFrom("public" as const, "permissioned" as const),
      }),
      { maxLength: 2 },
    ),
  }),
  filings: fc.record({ total: fc.nat({ max: 2 }), timestamped: fc.nat({ max: 2 }) }),
  disputedFields: fc.subarray(fields),
  packages,
  personnel: items,
  checkedAt: maybe(instant),
});

const tie = maybe(
  fc.record({ id: uuid, status: fc.constantFrom("pending" as const, "active" as const) }),
);

/** A listing, and somebody who stands to it in some way; null is an anonymous viewer. */
const seen = record.chain((one) =>
  fc.tuple(
    fc.constant(one),
    maybe(
      fc.record({
        userId: uuid,
        selfOrManager: fc.boolean(),
        follow: tie,
        connection: tie,
        hasOpenClaim: fc.boolean(),
        isBlocked: fc.boolean(),
        packages: fc.subarray(one.packages).chain((some) =>
          fc.tuple(
            ...some.map(({ packageId }) =>
              fc.record({
                packageId: fc.constant(packageId),
                status: fc.constantFrom(...packageStatuses),
                collectionId: maybe(uuid),
                expiresAt: maybe(instant),
              }),
            ),
          ),
        ),
      }) as fc.Arbitrary<ListingViewer>,
    ),
  ),
);

const shown = { askedSlug: "example", publicUrl: "https://tenk.example" };

test("any combination of facts has exactly one presentation state, that of the first condition which holds [DIR-35]", () => {
  fc.assert(
    fc.property(record, (one) => {
      const { claimStatus, packages: offered, filings } = one;
      const isArchived = one.status === "archived";
      const isDisputed = !isArchived && one.disputedFields.length > 0;
      const isOpen = !isArchived && !isDisputed;
      const isManaged = isOpen && claimStatus !== "claim_pending" && claimStatus !== "unclaimed";
      // Written as the table of the specification, each row by itself.
      const rows = {
        archived: isArchived,
        disputed: isDisputed,
        claim_pending: isOpen && claimStatus === "claim_pending",
        reference_unclaimed: isOpen && claimStatus === "unclaimed",
        managed_mixed_record: isManaged && filings.total > 0 && offered.length > 0,
        managed_permissioned_packages: isManaged && filings.total === 0 && offered.length > 0,
        managed_public_filings: isManaged && filings.total > 0 && offered.length === 0,
        managed_no_filings: isManaged && filings.total === 0 && offered.length === 0,
      };
      const holding = Object.entries(rows).flatMap(([state, holds]) => (holds ? [state] : []));
      expect(holding).toEqual([presentationStateOf(one)]);
      expect(Object.keys(rows).sort()).toEqual(presentationStates.map(([state]) => state).sort());
    }),
    { numRuns: 500 },
  );
});

test("any experience has the described shape, and no number but counts, versions and confidences [DIR-34] [DIR-37] [DIR-55]", () => {
  const numbers =
    /^\.(profile\.version|profile\.snapshot\.businessDetails\.employeeCount|provenance\.fields\[\]\.confidence|recordSummary\.followers|recordSummary\.reporting\.(publicReports|reportsPublished)|trustDimensions\.(filingIntegrity\.(timestamped|total)Filings|referenceProvenance\.citedSourceCount|relationshipConfirmation\.confirmedCount))$/;
  fc.assert(
    fc.property(seen, ([one, viewer]) => {
      const experience = presentExperience(one, viewer, shown);
      experienceShape.strict().parse(experience);
      for (const path of numbersIn(experience, "")) expect(path).toMatch(numbers);
      for (const { state, reasonCode } of Object.values(experience.actions).flat()) {
        if (state === "unavailable") expect(reasonCode).toBeDefined();
        if (state === "available") expect(reasonCode).toBeUndefined();
      }
    }),
    { numRuns: 500 },
  );
});

function numbersIn(value: unknown, path: string): string[] {
  if (typeof value === "number") return [path];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) =>
    numbersIn(member, Array.isArray(value) ? `${path}[]` : `${path}.${key}`),
  );
}

test("a sensitive member is anywhere in the experience exactly where the policy discloses it, whoever looks [DIR-06]", () => {
  fc.assert(
    fc.property(seen, ([one, viewer]) => {
      const whole = JSON.stringify(presentExperience(one, viewer, shown));
      for (const member of sensitiveMembers) {
        const value = one.content.snapshot[member] ?? "";
        expect([member, whole.includes(value)]).toEqual([member, one.disclosure[member]]);
        expect([member, whole.includes(`"${member}"`)]).toEqual([member, one.disclosure[member]]);
      }
    }),
    { numRuns: 500 },
  );
});

test("nobody who is blocked, and no manager, is offered to follow or to ask; an archived entry offers nothing [DIR-50] [DIR-54] [DIR-55]", () => {
  fc.assert(
    fc.property(seen, ([one, viewer]) => {
      const { requestPackages, ...acts } = actionsOf(one, viewer);
      const asked = [acts.followProfile, ...requestPackages].map(({ state }) => state);
      if (viewer?.selfOrManager) expect(asked).not.toContain("available");
      if (viewer?.isBlocked) expect(asked).not.toContain("available");
      if (one.status === "archived") {
        expect(new Set([...asked, ...Object.values(acts).map(({ state }) => state)])).toEqual(
          new Set(["unavailable"]),
        );
      }
    }),
    { numRuns: 500 },
  );
});
