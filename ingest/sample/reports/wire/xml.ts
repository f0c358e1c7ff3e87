import { escapeXml } from "../../error-pages.ts";

/** An element with its attributes, in their order; those that are null are left out. `inside` is XML. */
export function tag(
  name: string,
  attributes: Record<string, string | number | null>,
  inside: string | readonly string[] = "",
): string {
  const told = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const body = typeof inside === "string" ? inside : `\n${inside.join("\n")}\n`;
  return body === "" ? `<${name}${told.join("")}/>` : `<${name}${told.join("")}>${body}</${name}>`;
}

export function document(root: string): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${root}\n`);
}

export const xlinkNamespace = { "xmlns:xlink": "http://www.w3.org/1999/xlink" };

export const linkNamespaces = {
  "xmlns:link": "http://www.xbrl.org/2003/linkbase",
  ...xlinkNamespace,
};
