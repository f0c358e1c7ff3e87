import { via, viewer } from "#api/auth/access.ts";
import { created, list, one } from "#api/http/answers.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { findPublished, seesStartup } from "../../startups/service.ts";
import { endpoint } from "../endpoint.ts";
import { findNote, listNotes, type Note } from "./queries.ts";
import { noteBody, noteDeleted, noteShape } from "./schemas.ts";
import { readerOf, removeNote, writeNote } from "./service.ts";

/** A note about the startup of the path that the caller reads; for all others there is none. */
const seesNote = viewer<Note>(
  via(
    {
      name: "Note",
      find: async (db, noteId, { id = "" }, caller) => {
        const userId = caller?.userId ?? null;
        if (userId === null) return null;
        const note = await findNote(db, noteId, await readerOf(db, userId));
        const listing = note === null ? null : await findPublished(db, id, userId);
        return listing?.id === note?.startupListingId ? note : null;
      },
      isVisible: () => true,
    },
    "noteId",
  ),
);

const notes = "/investor/startups/:id/notes";

export const noteEndpoints = [
  endpoint({
    at: `GET ${notes}`,
    name: "listStartupNotes",
    summary: "List your notes and your firm's about a startup",
    description: "Newest first. Founders cannot see them.",
    access: seesStartup,
    query: pageQuery,
    answers: list(noteShape),
    handle: async ({ subject, query, caller, deps }) =>
      listNotes(deps.db, subject.id, await readerOf(deps.db, caller.userId ?? ""), query),
  }),

  endpoint({
    at: `POST ${notes}`,
    name: "writeStartupNote",
    summary: "Write a note about a startup",
    description:
      "Belongs to the firm that `firmId` names, or to the caller's own firm; with `firmId` null, or without a firm, to the caller alone.",
    access: seesStartup,
    body: noteBody,
    answers: created(noteShape, "/v2/investor/startups/:startupListingId/notes/:id"),
    handle: ({ subject, body, caller, deps }) =>
      writeNote(deps.db, { listingId: subject.id, userId: caller.userId ?? "" }, body),
  }),

  endpoint({
    at: `GET ${notes}/:noteId`,
    name: "getStartupNote",
    summary: "Get a note about a startup",
    description: "For its author, and for the members of its firm.",
    extension: true,
    access: seesNote,
    answers: one(noteShape),
    handle: ({ subject }) => subject,
  }),

  endpoint({
    at: `DELETE ${notes}/:noteId`,
    name: "removeStartupNote",
    summary: "Delete one of your notes about a startup",
    description: "403 for a note of a colleague.",
    extension: true,
    access: seesNote,
    refuses: [403],
    answers: one(noteDeleted),
    handle: ({ subject, caller, deps }) => removeNote(deps.db, subject, caller.userId ?? ""),
  }),
];
