import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery, queryInteger, queryLimit } from "#schemas/shapes/page.ts";
import { resourceKind } from "#schemas/shapes/platform/room.ts";
import { linkText, longText, nameText } from "#schemas/shapes/text.ts";
import { personShape, roomId } from "../rooms/schemas.ts";

export { pageQuery };
export const params = {
  roomId,
  messageId: idOf("Id of the message"),
  resourceId: idOf("Id of the resource"),
};

const body = longText(4000).refine((text) => text.trim() !== "", "A message says something");
export const messageBody = z.object({ body });

export const messagesQuery = z.object({
  limit: queryLimit(100, 20, "Page size"),
  cursor: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: "`meta.nextCursor` of the page before",
      examples: [
        "MjAyNi0xMS0yMFQxMzozMzo0OC4xMDAwMDBaIDJmMGM1YjBlLThmMGItNGE1NS05YTU1LTZkM2MxYTBmN2IxMQ",
      ],
    }),
  after: idOf("Only messages that came behind this one, oldest first: for polling").optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

const streamSeconds = 3600;

export const streamQuery = z.object({
  after: idOf("Begin behind this message. Default: behind the newest one").optional(),
  seconds: queryInteger(1, streamSeconds, {
    description: "The stream ends after so many seconds; connect again then. Default: an hour",
    examples: [60],
  }).transform((seconds) => seconds ?? streamSeconds),
});

export const messageShape = z
  .object({
    id: z.uuid(),
    roomId: z.uuid(),
    /** Null for an author who left the service. */
    author: personShape.nullable(),
    /** Null for a removed message. */
    body: z.string().nullable(),
    createdAt: z.iso.datetime(),
    editedAt: z.iso.datetime().nullable(),
    removedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "RoomMessage" });

export const messagesMeta = z.object({
  /** Opens the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});

/** Whether members who may not read it see its title; only its owner may say so. */
const isTitleShown = z.boolean().default(false);
const title = nameText(200);

export const resourceBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("link"), title, url: linkText }),
  z.object({
    kind: z.literal("report"),
    title,
    reference: z.uuid().toLowerCase().meta({ description: "Id of the report" }),
    isTitleShown,
  }),
  z.object({
    kind: z.literal("document"),
    title,
    reference: z.string().min(1).max(200).meta({ description: "Key of the document" }),
    isTitleShown,
  }),
]);
export type ResourceBody = z.output<typeof resourceBody>;

export const resourceShape = z
  .object({
    id: z.uuid(),
    roomId: z.uuid(),
    kind: resourceKind,
    /** Null where the caller may not read it and its owner does not show the title. */
    title: z.string().nullable(),
    url: z.string().nullable(),
    /** The report's id or the document's key; null where the caller may not read it. */
    reference: z.string().nullable(),
    isReadable: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "RoomResource" });

export const removedShape = z.object({ id: z.uuid(), removed: z.literal(true) });
