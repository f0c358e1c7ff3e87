import { z } from "zod";
import { nameText } from "#schemas/shapes/text.ts";

/** Why an operator acts: one line. */
export const reasonText = nameText(500);

export const auditEntry = z
  .object({
    id: z.int(),
    action: z.string(),
    /** Null for an operator of the service. */
    actorId: z.uuid().nullable(),
    actorName: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    at: z.iso.datetime(),
  })
  .meta({ id: "AuditEntry" });

/** An act for the service, as administrators read it. */
export const operatorAct = auditEntry
  .extend({
    subjectType: z.string(),
    /** Id of the entity, person or flag that it was about. */
    subjectId: z.uuid(),
    /** Null at the command line. */
    actorId: z.uuid().nullable(),
  })
  .meta({ id: "OperatorAct" });

export type OperatorAct = z.infer<typeof operatorAct>;
export type AuditEntry = z.infer<typeof auditEntry>;
