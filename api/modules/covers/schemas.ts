import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";

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

export const params = { id: idOf("User id"), entityId: idOf("Entity id") };
