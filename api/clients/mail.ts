import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail } from "#schemas/tasks/send-mail.ts";

export type { Mail };

/** Sends mail to one person. A provider is one more function of this type. */
export type Mailer = (mail: Mail) => Promise<void>;

/**
 * Writes each mail as a text file into a folder instead of sending it. Only the account that runs the service
 * can read them: they carry links that prove who one is.
 */
export function createOutboxMailer(folder: string, now: () => Date): Mailer {
  return async ({ to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = now().toISOString();
    const name = `${time.replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}.txt`;
    const mail = `Date: ${time}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`;
    await writeFile(join(folder, name), mail, { mode: 0o600 });
  };
}
