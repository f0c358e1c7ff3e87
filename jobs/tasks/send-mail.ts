import { deliverMail } from "#api/modules/mail/service.ts";
import { sendMail } from "#schemas/tasks/send-mail.ts";
import { jobOf } from "../running/job.ts";

export const sendMailJob = jobOf(sendMail, {
  what: "sends one mail",
  retry: {
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 900,
    // Longer than all time limits of the mail server together.
    expireInSeconds: 120,
    // Mails contain links that sign people in, so finished and failed jobs are deleted soon.
    deleteAfterSeconds: 3600,
  },
  concurrency: 2,
  async run({ platform, mails }, mail) {
    return { delivery: await deliverMail(platform, mails, mail) };
  },
});
