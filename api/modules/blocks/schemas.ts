import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";

export const params = { userId: idOf("User id") };

export const blockShape = z
  .object({ userId: z.uuid(), blocked: z.boolean() })
  .meta({ id: "Block" });

export const blockedPerson = z
  .object({ userId: z.uuid(), name: z.string().nullable(), blockedAt: z.iso.datetime() })
  .meta({ id: "BlockedPerson" });

export const privacyShape = z
  .object({
    privateBrowsing: z
      .boolean()
      .meta({ description: "True: own views of reports and profiles count without the own name" }),
  })
  .meta({ id: "PrivacyChange" });

export const privacyAnswer = privacyShape
  .extend({
    isInEffect: z
      .boolean()
      .meta({ description: "Whether views count without the name now: wished, and in the plan" }),
  })
  .meta({ id: "Privacy" });
