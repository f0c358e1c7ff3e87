import { forgetMail } from "#schemas/tasks/forget-mail.ts";
import { jobOf } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const forgetMailJob = jobOf(forgetMail, {
  what: "removes the mails of a deleted account from the outbox folder",
  retry: listRetry,
  async run({ mails }, { addressDigest }) {
    await mails.forget(addressDigest);
    return {};
  },
});
