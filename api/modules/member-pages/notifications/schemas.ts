import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { askedText } from "../asked.ts";
import { formFields } from "../member-form.ts";

export const notificationsAsked = z.object({
  unread: askedText("`true`: unread ones only", "true"),
  cursor: askedText(
    "Where the list goes on, as its link says",
    "MjAyNi0xMS0yMFQxMzozMzo0OC4xMDAwMDBaIDJmMGM1YjBlLThmMGItNGE1NS05YTU1LTZkM2MxYTBmN2IxMQ",
  ),
});
export type NotificationsAsked = z.output<typeof notificationsAsked>;

export const readFields = z.object({
  ...formFields,
  act: z.enum(["read", "unread", "all"]),
  id: idOf("Notification; of all that are marked, the newest"),
});
export type ReadFields = z.output<typeof readFields>;
