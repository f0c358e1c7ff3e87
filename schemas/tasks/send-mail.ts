import { z } from "zod";
import { mailKinds } from "../shapes/accounts/mail.ts";
import { task } from "./task.ts";

/** One mail to one person, as `letter` writes it. */
const mail = z.object({
  to: z.string(),
  kind: z.enum(mailKinds),
  subject: z.string(),
  text: z.string(),
  /** Markup of the body, without a frame. */
  html: z.string(),
});
export type Mail = z.output<typeof mail>;

/** The id is the same at every try, so that a mail program can tell a repeated mail. */
export const sendMail = task({
  name: "mail.send",
  data: mail.extend({ id: z.uuid() }),
  persons: ["to"],
});
