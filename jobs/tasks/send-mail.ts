import { deliverMail } from "#api/modules/mail/service.ts";
import { sendMail } from "#schemas/tasks/send-mail.ts";
import { jobOf } from "../job.ts";

export const sendMailJob = jobOf(sendMail, {
  what: "sends one mail",
  retry: {
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 900,
    // Longer than all waits for a mail server together.
    expireInSeconds: 120,
    // Mails carry links that prove who one is: what is done or lost does not stay.
    deleteAfterSeconds: 3600,
  },
  concurrency: 2,
  async run({ platform, mails }, mail) {
    return { delivery: await deliverMail(platform, mails, mail) };
  },
});
