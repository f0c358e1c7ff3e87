import { z } from "zod";
import { task } from "./task.ts";

/** Why somebody is mailed a link: to prove an address, to set a password, or because the address has an account. */
export const linkReason = z.enum(["verify-email", "reset-password", "already-registered"]);
export type LinkReason = z.output<typeof linkReason>;

/** A link to an address, mailed if its account may have one: only the job looks the address up. */
export const mailLink = task({
  name: "mail.link",
  data: z.object({ email: z.string(), reason: linkReason }),
});
