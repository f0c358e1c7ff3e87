import type { MailSettings } from "#schemas/mail-settings.ts";
import type { MailTransport } from "./mail.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpMailer } from "./smtp.ts";

/** The mail server of the settings, or the outbox folder. */
export function openMailTransport(settings: MailSettings, now: () => Date): MailTransport {
  const outbox = createOutbox(settings.outbox, now);
  const { smtpUrl, from } = settings;
  // The folder may hold mails from the time before there was a server.
  return smtpUrl === null ? outbox : { ...outbox, deliver: createSmtpMailer({ smtpUrl, from }) };
}
