import { mailLinkTo } from "#api/modules/accounts/service.ts";
import { mailLink } from "#schemas/tasks/mail-link.ts";
import { jobOf } from "../../running/job.ts";
import { sendMailJob } from "./send-mail.ts";

export const mailLinkJob = jobOf(mailLink, {
  what: "mails a link to the account of an address, if it has one",
  retry: sendMailJob.retry,
  concurrency: 2,
  async run({ platform }, wanted) {
    await mailLinkTo(platform, wanted);
    return {};
  },
});
