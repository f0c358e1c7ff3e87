import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const params = { id: idOf("Collection id") };

export const collectionBody = z.object({
  name: nameText(200),
  description: longTextOrNull(2000).optional(),
});

export const collectionChange = z.object({
  name: nameText(200).optional(),
  description: longTextOrNull(2000).optional(),
  /** The version that the change was made from: another one in store is 409. */
  version: z.int().min(1).max(2_147_483_647).optional(),
});

export const collectionShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    userId: z.uuid(),
    status: z.enum(["active"]),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Collection" });
