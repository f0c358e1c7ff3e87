import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";

/** Settings of outgoing mail: a mail server, or a folder of the process that sends it. */
export interface MailSettings {
  /** Null: mails are written into `outbox`. */
  smtpUrl: string | null;
  /** The sender that mails name. */
  from: string;
  /** Absolute path. */
  outbox: string;
}

export const mailVariables = {
  SMTP_URL: z
    .string()
    .regex(
      /^smtps?:\/\/[^\s/?#]+\/?(\?\S*)?$/,
      "SMTP_URL must name a mail server, for example smtp://user:password@mail.example.com:587",
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
      "MAIL_FROM must be an address, for example Tenk <no-reply@example.com>",
    )
    .optional(),
};

type MailVariables = { [name in keyof typeof mailVariables]?: string | undefined };

/** Throws ConfigError for a sender without a server. */
export function readMail(given: MailVariables, publicUrl: string, dataDir: string): MailSettings {
  const { SMTP_URL, MAIL_FROM } = given;
  if (MAIL_FROM !== undefined && SMTP_URL === undefined) {
    throw new ConfigError("MAIL_FROM needs SMTP_URL");
  }
  return {
    smtpUrl: SMTP_URL ?? null,
    from: MAIL_FROM ?? `Tenk <no-reply@${new URL(publicUrl).hostname}>`,
    outbox: join(dataDir, "outbox"),
  };
}
