import type { MailSettings } from "#schemas/config/mail-settings.ts";
import type { MailTransport } from "./mail.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpMailer } from "./smtp.ts";

/** Opens the configured mail server, or the outbox folder if there is none. */
export function openMailTransport(settings: MailSettings, now: () => Date): MailTransport {
  const outbox = createOutbox(settings.outbox, now);
  const { smtpUrl, from } = settings;
  // `forget` still clears the outbox folder, which may hold mail from before a server was configured.
  return smtpUrl === null ? outbox : { ...outbox, deliver: createSmtpMailer({ smtpUrl, from }) };
}
