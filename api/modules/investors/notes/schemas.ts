import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { longText } from "#schemas/shapes/text.ts";
import { startupParams } from "../../startups/service.ts";

export { startupParams };
export const noteParams = startupParams.extend({
  noteId: idOf("Id of the note"),
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
