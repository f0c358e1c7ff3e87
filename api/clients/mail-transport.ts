import type { MailSettings } from "#schemas/config/mail-settings.ts";
import type { Mailer, MailTransport } from "./mail.ts";
import { createOutbox } from "./outbox.ts";

/** Opens the configured mail server, or the outbox folder if there is none. */
export function openMailTransport(settings: MailSettings, now: () => Date): MailTransport {
  const outbox = createOutbox(settings.outbox, now);
  const { smtpUrl, from } = settings;
  if (smtpUrl === null) return outbox;
  // `forget` still clears the outbox folder, which may hold mail from before a server was configured.
  return { ...outbox, deliver: smtpMailer({ smtpUrl, from }) };
}

/** The library is loaded with the first mail. */
function smtpMailer(server: { smtpUrl: string; from: string }): Mailer {
  let opened: Promise<Mailer> | null = null;
  return async (mail) => {
    opened ??= import("./smtp.ts").then(({ createSmtpMailer }) => createSmtpMailer(server));
    return (await opened)(mail);
  };
}
