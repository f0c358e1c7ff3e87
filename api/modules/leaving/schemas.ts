import { z } from "zod";
import { preferencesShape } from "../mail/service.ts";

export const leaveBody = z.object({
  password: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: "Own password; not needed within ten minutes of a sign-in" }),
});

export const leftShape = z.object({ id: z.uuid(), deleted: z.literal(true) }).meta({ id: "Left" });

const record = z.record(z.string(), z.unknown());

export const exportShape = z
  .object({
    exportedAt: z.iso.datetime(),
    account: record,
    /** Which mails the account gets, and whether its mail server has refused the address. */
    mails: preferencesShape,
    rows: z
      .record(z.string(), record.array())
      .meta({ description: "What is stored under the account, by table" }),
    modules: record,
    acts: z
      .object({ action: z.string(), subjectType: z.string(), at: z.iso.datetime() })
      .array()
      .meta({ description: "What the account did, as audit logs have it" }),
  })
  .meta({ id: "AccountExport" });
