import { deliverMail } from "#api/modules/mail/service.ts";
import { sendMail } from "#schemas/tasks/send-mail.ts";
import { jobOf } from "../../running/job.ts";

export const sendMailJob = jobOf(sendMail, {
  what: "sends one mail",
  retry: {
    // Half a minute, then doubled up to four hours: about a day in all, so that a mail outlives an outage of its server.
    retryLimit: 14,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 14_400,
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
