import { z } from "zod";

export const blockParams = z.object({
  userId: z
    .uuid()
    .toLowerCase()
    .meta({ description: "User id", examples: ["7d7f1c1e-3a52-4c51-8a4e-5c1f0b2d9e11"] }),
});

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
