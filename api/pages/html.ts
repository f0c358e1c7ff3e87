/** Markup that may be put into a page as it is. */
export interface Html {
  html: string;
}

type Part = string | number | Html | readonly Html[];

/** Markup with its values escaped, except those that are markup themselves. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  let text = texts[0] ?? "";
  for (const [at, value] of values.entries()) text += markup(value) + (texts[at + 1] ?? "");
  return { html: text };
}

/** Nothing, where a part is left out. */
export const nothing: Html = { html: "" };

function markup(value: Part): string {
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  return "html" in value ? value.html : value.map(({ html }) => html).join("");
}

const escapeText = (text: string) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => escapes[char] ?? "") : text;

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
