import { z } from "zod";
import { task } from "./task.ts";

/** Deletes mail to the address of a deleted account from the outbox folder. */
export const forgetMail = task({
  name: "mail.forget",
  data: z.object({ addressDigest: z.string() }),
  key: ({ addressDigest }) => addressDigest,
});
