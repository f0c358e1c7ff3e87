import { z } from "zod";
import { longText, nameText } from "#schemas/shapes/text.ts";

export const collectionParams = z.object({
  id: z
    .uuid()
    .toLowerCase()
    .meta({ description: "Collection id", examples: ["3f1f2c9e-5b0a-4d57-9f63-2a1c6f0f7a11"] }),
});

export const collectionBody = z.object({
  name: nameText(200),
  description: longText(2000).nullish(),
});

export type CollectionBody = z.output<typeof collectionBody>;

export const collectionChange = z.object({
  name: nameText(200).optional(),
  description: longText(2000).nullish(),
  /** The version that the change was made from: another one in store is 409. */
  version: z.int().min(1).max(2_147_483_647).optional(),
});

export type CollectionChange = z.output<typeof collectionChange>;

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

export type Collection = z.infer<typeof collectionShape>;
