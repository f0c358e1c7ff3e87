import { z } from "zod";
import { packageStatuses } from "#schemas/shapes/companies/access-package.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const params = {
  entityId: idOf("Entity id"),
  packageId: idOf("Package id"),
  userId: idOf("User id"),
  accessId: idOf("Access id"),
};

const members = {
  title: nameText(200),
  description: longTextOrNull(2000),
  /** One of the caller's own collections. */
  collectionId: z.uuid().toLowerCase().nullable(),
  /** Reports of the entity. */
  reportIds: z.array(z.uuid().toLowerCase()).max(100),
  /** Filings of the entity. */
  filingIds: z.array(z.uuid().toLowerCase()).max(100),
};

export const packageBody = z.object({
  ...members,
  description: members.description.default(null),
  collectionId: members.collectionId.default(null),
  reportIds: members.reportIds.default([]),
  filingIds: members.filingIds.default([]),
});
export type PackageBody = z.output<typeof packageBody>;

export const packageChange = z.object(members).partial();
export type PackageChange = z.output<typeof packageChange>;

export const packageShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    ...members,
    title: z.string(),
    description: z.string().nullable(),
    status: z.enum(["offered", "withdrawn"]),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "AccessPackage" });
export type AccessPackage = z.infer<typeof packageShape>;

const status = z.enum(packageStatuses);
const instant = z.iso.datetime();

const accessState = z.enum([
  "pending",
  "declined",
  "provisioning",
  "active",
  "failed",
  "expired",
  "revoked",
]);

export const decidedShape = z
  .object({
    userId: z.uuid(),
    packageId: z.uuid(),
    status: accessState,
    expiresAt: instant.nullable(),
  })
  .meta({ id: "DecidedPackageAccess" });

/** An account's access as the team sees it. */
export const accessShape = z
  .object({
    id: z.uuid(),
    packageId: z.uuid(),
    userId: z.uuid(),
    name: z.string(),
    slug: z.string(),
    status: accessState,
    expiresAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "PackageAccess" });

export const decisionBody = z.object({
  decision: z.enum(["grant", "decline"]),
  /** Only with `grant`; without it the access does not end by itself. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});
export type DecisionBody = z.output<typeof decisionBody>;

export const ownAccessShape = z
  .object({
    id: z.uuid(),
    packageId: z.uuid(),
    entityId: z.uuid(),
    title: z.string(),
    status,
    expiresAt: instant.nullable(),
    createdAt: instant,
    /** What the package opens; null while the access is not active. */
    content: z
      .object({
        description: z.string().nullable(),
        collection: z
          .object({
            id: z.uuid(),
            name: z.string(),
            description: z.string().nullable(),
            entities: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() })),
          })
          .nullable(),
        reports: z.array(z.object({ id: z.uuid(), title: z.string() })),
        filings: z.array(
          z.object({ id: z.uuid(), schemaType: z.string(), reportingPeriodId: z.string() }),
        ),
      })
      .nullable(),
  })
  .meta({ id: "OwnPackageAccess" });
export type OwnAccess = z.infer<typeof ownAccessShape>;

export const listedAccessShape = ownAccessShape
  .omit({ content: true })
  .meta({ id: "ListedPackageAccess" });
