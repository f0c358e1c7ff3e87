import type { Mail } from "#schemas/tasks/send-mail.ts";
import type { WrittenMail } from "../clients/mail.ts";
import { html } from "../pages/html.ts";

/** The unsubscribe link for one kind of mail, and the kind's name. */
export interface WayOut {
  url: string;
  what: string;
}

/**
 * The complete mail. With an unsubscribe link it has the headers of RFC 8058, for which mail programs show a button,
 * and the link at its end.
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
