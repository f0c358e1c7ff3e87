import type { Mail } from "#schemas/tasks/send-mail.ts";
import type { WrittenMail } from "../clients/mail.ts";
import { html } from "../pages/html.ts";

/** Where a reader ends mails of a kind, and what the kind is called. */
export interface WayOut {
  url: string;
  what: string;
}

/**
 * The whole mail as it is sent. With a way out it has the headers of RFC 8058, by which mail programs offer a button, and
 * a link at its end.
 */
export function written(mail: Mail & { id: string }, wayOut: WayOut | null): WrittenMail {
  const { id, to, subject } = mail;
  const text =
    wayOut === null ? mail.text : `${mail.text}\n\n--\nNo more ${wayOut.what}:\n${wayOut.url}`;
  const end =
    wayOut === null
      ? html``
      : html`<hr><p><small><a href="${wayOut.url}">No more ${wayOut.what}</a></small></p>`;
  const body = { html: mail.html };
  const whole = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head><body>${body}${end}</body></html>`;
  const headers: Record<string, string> =
    wayOut === null
      ? {}
      : {
          "List-Unsubscribe": `<${wayOut.url}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        };
  return { id, to, subject, text: `${text}\n`, html: whole.html, headers };
}
