import { z } from "zod";
import { task } from "./task.ts";

/** The purpose of a mailed link: prove an address, set a password, or tell that the address already has an account. */
const linkReason = z.enum(["verify-email", "reset-password", "already-registered"]);
export type LinkReason = z.output<typeof linkReason>;

/** Mails a link to an address if its account may have one. Only the job looks up the address. */
export const mailLink = task({
  name: "mail.link",
  data: z.object({ email: z.string(), reason: linkReason }),
  persons: ["email"],
});
