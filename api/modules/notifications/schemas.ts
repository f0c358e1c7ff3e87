import { z } from "zod";
import {
  notificationKinds,
  notificationStates,
  notificationSubjects,
} from "#schemas/shapes/accounts/notification.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { queryBoolean, queryInteger } from "#schemas/shapes/page.ts";

export const params = { notificationId: idOf("Notification id") };

export const notificationsQuery = z.object({
  unread: queryBoolean({ description: "`true`: unread ones only", examples: [true] }),
  kind: z
    .enum(notificationKinds)
    .optional()
    .meta({ description: "Of this kind only", examples: ["applications"] }),
  limit: queryInteger(1, 100, { description: "Page size", examples: [20] }).transform(
    (limit) => limit ?? 20,
  ),
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
});
export type NotificationsQuery = z.output<typeof notificationsQuery>;

export const notificationShape = z
  .object({
    id: z.uuid(),
    kind: z.enum(notificationKinds),
    state: z.enum(notificationStates),
    title: z.string(),
    subject: z.object({ type: z.enum(notificationSubjects), id: z.string() }),
    about: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    actor: z.object({ id: z.uuid(), name: z.string().nullable(), slug: z.string() }).nullable(),
    readAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notificationShape>;

export const notificationsMeta = z.object({
  nextCursor: z.string().nullable(),
  unread: z.int().meta({ description: "How many are unread, on all pages" }),
});

export const readAllBody = z
  .object({ upTo: idOf("The newest notification that was shown. Default: all").optional() })
  .meta({ examples: [{}] });

export const allRead = z.object({ marked: z.int() }).meta({ id: "NotificationsRead" });
