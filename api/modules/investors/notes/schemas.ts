import { z } from "zod";
import { longText } from "#schemas/shapes/text.ts";
import { startupParams } from "../../startups/service.ts";

export { startupParams };
export const noteParams = startupParams.extend({
  noteId: z
    .uuid()
    .toLowerCase()
    .meta({ description: "Id of the note", examples: ["2f0c5b0e-8f0b-4a55-9a55-6d3c1a0f7b11"] }),
});

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
