import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressDigest } from "../data/address-digest.ts";
import type { MailTransport } from "./mail.ts";

/**
 * Writes each mail to a folder instead of sending it, as text with its headers and as HTML. Only the operating system
 * account that runs the service can read the files, because they contain links that sign people in. A file name
 * consists of the time, a digest of the recipient and the mail's id.
 */
export function createOutbox(folder: string, now: () => Date): MailTransport {
  return {
    async deliver({ id, to, subject, text, html, headers }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = now().toISOString();
      const name = `${time.replace(/[:.]/g, "-")}-${readerMark(addressDigest(to))}-${id.slice(0, 8)}`;
      const all = { Date: time, To: to, Subject: subject, ...headers };
      const head = Object.entries(all).map(([header, value]) => `${header}: ${value}\n`);
      const write = (ending: string, content: string) =>
        writeFile(join(folder, `${name}.${ending}`), content, { mode: 0o600 });
      await write("txt", `${head.join("")}\n${text}`);
      await write("html", html);
    },
    async forget(digest) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      const own = names.filter((name) => name.includes(`-${readerMark(digest)}-`));
      for (const name of own) await rm(join(folder, name), { force: true });
    },
  };
}

/** A part of the digest, long enough to tell recipients apart. */
const readerMark = (digest: string) => digest.slice(0, 32);
