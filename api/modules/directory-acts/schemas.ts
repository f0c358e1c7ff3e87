import { z } from "zod";
import { correctableFields } from "#schemas/shapes/companies/listing.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { longText, nameText } from "#schemas/shapes/text.ts";
import { listingParams } from "../directory/service.ts";

export const followAnswer = z
  .object({ following: z.boolean(), accessStatus: z.enum(["none", "pending", "active"]) })
  .meta({ id: "DirectoryFollow" });

export const connectionAnswer = z
  .object({ status: z.enum(["none", "pending", "active"]) })
  .meta({ id: "DirectoryConnection" });

export const claimAnswer = z
  .object({ claimStatus: z.enum(["claim_pending"]) })
  .meta({ id: "DirectoryClaim" });

export const inviteBody = z.object({ email: z.email().max(254) });
export const inviteAnswer = z.object({ invited: z.literal(true) });

export const correctionBody = z.object({
  field: z.enum(correctableFields),
  value: nameText(2000),
  evidence: longText(2000).refine((text) => text.trim() !== "", "Must not be blank"),
});
export type CorrectionBody = z.output<typeof correctionBody>;

export const correctionShape = z
  .object({
    id: z.uuid(),
    listingId: z.uuid(),
    field: z.enum(correctableFields),
    value: z.string(),
    evidence: z.string(),
    status: z.enum(["open", "under_review", "accepted", "rejected", "withdrawn"]),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Correction" });
export type Correction = z.infer<typeof correctionShape>;

export const params = {
  ...listingParams,
  packageId: idOf("Package id"),
  correctionId: idOf("Correction id"),
  entityId: idOf("Entity id"),
  requestId: idOf("Request id"),
};

export const requestShape = z
  .object({
    requestId: z.uuid(),
    kind: z.enum(["follow", "connection"]),
    userId: z.uuid(),
    name: z.string(),
    slug: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "RelationshipRequest" });

export const decisionBody = z.object({ decision: z.enum(["approve", "decline"]) });
export const decisionAnswer = z.object({
  requestId: z.uuid(),
  status: z.enum(["active", "declined"]),
});
