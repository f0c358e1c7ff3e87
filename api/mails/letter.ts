import type { Mail } from "#schemas/tasks/send-mail.ts";
import { html } from "../pages/html.ts";

/** A link on its own line. */
interface LetterLink {
  label: string;
  url: string;
}

/** A paragraph, or a link for the recipient to open. */
export type Paragraph = string | LetterLink;

/** Builds a mail. Its text and HTML are made from the same paragraphs. */
export function letter({
  says,
  ...mail
}: Pick<Mail, "to" | "kind" | "subject"> & { says: readonly Paragraph[] }): Mail {
  return {
    ...mail,
    text: says.map(asText).join("\n\n"),
    html: says.map((one) => asHtml(one).html).join("\n"),
  };
}

const asText = (one: Paragraph) => (typeof one === "string" ? one : `${one.label}:\n${one.url}`);

const asHtml = (one: Paragraph) =>
  typeof one === "string"
    ? html`<p>${one}</p>`
    : html`<p><a href="${one.url}">${one.label}</a></p>`;

const nameCharactersMax = 60;

/**
 * A name that a user chose, as a mail shows it: in quotes, on one line, cut, and without what mail programs make a
 * link of.
 */
export function nameInMail(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}&'’,()-]/gu, " ")
    .split(" ")
    .filter(Boolean)
    .join(" ");
  return `"${[...plain].slice(0, nameCharactersMax).join("")}"`;
}
