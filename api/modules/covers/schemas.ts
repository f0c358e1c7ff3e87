import { z } from "zod";

/** The JSON form of an upload; an image sent as it is becomes this before it is validated. */
export const coverBody = z.object({
  content: z.string().min(1).meta({ description: "The image as Base64 text" }),
});

export const coverShape = z
  .object({
    coverUrl: z.string(),
    /** Media type, decided by the content. */
    type: z.string(),
    /** In bytes. */
    size: z.int(),
    hash: z.string(),
  })
  .meta({ id: "Cover" });

export type Cover = z.infer<typeof coverShape>;

export const coverRemoved = z.object({ removed: z.literal(true) });

export const userParams = z.object({
  id: z
    .uuid()
    .toLowerCase()
    .meta({ description: "User id", examples: ["7d7f1c1e-3a52-4c51-8a4e-5c1f0b2d9e11"] }),
});

export const coverEntityParams = z.object({
  entityId: z
    .uuid()
    .toLowerCase()
    .meta({ description: "Entity id", examples: ["60341305-790b-5069-9516-704f56d33c21"] }),
});
