import { createTransport } from "nodemailer";
import { type Mailer, MailRefused } from "./mail.ts";

/** The properties of a nodemailer error. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** In total shorter than the time limit of the mail job. */
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends mail through an SMTP server. Its errors contain no email address, because they are stored with jobs. */
export function createSmtpMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    ...waits,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.replace(/^.*@|>$/g, "");
  return async ({ id, to, subject, text, html, headers }) => {
    try {
      await transport.sendMail({
        from,
        // Given as an object, so that the address is not parsed as a list.
        to: { name: "", address: to },
        messageId: `<${id}@${host}>`,
        subject,
        text,
        html,
        headers,
      });
    } catch (error) {
      throw asMailError(error as SmtpFailure);
    }
  };
}

function asMailError(failure: SmtpFailure): Error {
  const { command = "connect", responseCode, response } = failure;
  const words = (response ?? failure.code ?? "no answer").split(" ");
  const reply = words.map((word) => (word.includes("@") ? "(address)" : word)).join(" ");
  const message = `the mail server refused ${command}: ${reply}`.slice(0, 300);
  const isForGood = responseCode !== undefined && responseCode >= 500;
  if (isForGood && isOfReader(failure)) return new MailRefused(message, true);
  if (isForGood && command === "DATA") return new MailRefused(message, false);
  return new Error(message);
}

/**
 * True when the failure concerns the recipient's address or mailbox (RFC 3463: 5.1.x, 5.2.x). Policy failures (5.7.x,
 * for example relaying denied) and 5.1.7 and 5.1.8 concern the sender.
 */
function isOfReader({ command, response = "" }: SmtpFailure): boolean {
  const [, status = ""] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (/^5\.(7\.|1\.[78]$)/.test(status)) return false;
  return command === "RCPT TO" || /^5\.[12]\./.test(status);
}
