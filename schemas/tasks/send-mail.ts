import { z } from "zod";
import { task } from "./task.ts";

/** One mail to one person, as plain text. */
export const mail = z.object({ to: z.string(), subject: z.string(), text: z.string() });
export type Mail = z.output<typeof mail>;

export const sendMail = task({ name: "mail.send", data: mail });
