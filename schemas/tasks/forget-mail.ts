import { z } from "zod";
import { task } from "./task.ts";

/** Removes what the outbox folder keeps of mails to the address of a deleted account. */
export const forgetMail = task({
  name: "mail.forget",
  data: z.object({ addressDigest: z.string() }),
  key: ({ addressDigest }) => addressDigest,
});
