import { z } from "zod";
import { longText } from "#schemas/shapes/text.ts";

export const noteBody = z.object({
  body: longText(10_000).refine((text) => text.trim() !== "", { error: "Must not be empty" }),
  firmId: z.uuid().toLowerCase().nullish(),
});
export type NoteBody = z.output<typeof noteBody>;

export const noteShape = z
  .object({
    id: z.uuid(),
    startupListingId: z.uuid(),
    /** Null once the account is deleted. */
    authorId: z.uuid().nullable(),
    authorName: z.string().nullable(),
    /** Null for a note that only its author reads. */
    firmId: z.uuid().nullable(),
    body: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "StartupNote" });

export const noteDeleted = z.object({ id: z.uuid(), deleted: z.literal(true) });
