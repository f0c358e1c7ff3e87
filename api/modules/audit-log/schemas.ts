import { z } from "zod";

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

export type AuditEntry = z.infer<typeof auditEntry>;
