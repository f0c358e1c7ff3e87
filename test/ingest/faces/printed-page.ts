import { context, member } from "./package-files.ts";

const product = member("srt:ProductOrServiceAxis", "us-gaap:ProductMember");
const service = member("srt:ProductOrServiceAxis", "us-gaap:ServiceMember");
const retained = member("us-gaap:StatementEquityComponentsAxis", "us-gaap:RetainedEarningsMember");

const contexts = [
  context("y24", "2024-01-01/2024-12-31"),
  context("y23", "2023-01-01/2023-12-31"),
  context("i24", "2024-12-31"),
  context("i23", "2023-12-31"),
  context("i22", "2022-12-31"),
  context("p24", "2024-01-01/2024-12-31", product),
  context("s24", "2024-01-01/2024-12-31", service),
  context("r24", "2024-01-01/2024-12-31", retained),
].join("");

/** The main document of a company's filing for 2024, with contexts of the year, of two members, and of three year ends. */
export function printedPage(body: string, cik = "0000000001"): Buffer {
  const names = {
    "": "http://www.w3.org/1999/xhtml",
    ":ix": "http://www.xbrl.org/2013/inlineXBRL",
    ":ixt": "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
    ":xbrli": "http://www.xbrl.org/2003/instance",
    ":xbrldi": "http://xbrl.org/2006/xbrldi",
    ":iso4217": "http://www.xbrl.org/2003/iso4217",
    ":us-gaap": "http://fasb.org/us-gaap/2024",
    ":srt": "http://fasb.org/srt/2024",
    ":unh": "http://www.uhg.com/20241231",
  };
  const spaces = Object.entries(names).map(([prefix, uri]) => `xmlns${prefix}="${uri}"`);
  return Buffer.from(
    `<html ${spaces.join(" ")}><body><ix:header><ix:resources xmlns="http://www.xbrl.org/2003/instance">${contexts.replaceAll("0000000001", cik)}` +
      '<xbrli:unit id="USD"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header>' +
      `${body}</body></html>`,
  );
}

/** A number in millions. */
export function number(name: string, context: string, digits: string, more = ""): string {
  const element = name.includes(":") ? name : `us-gaap:${name}`;
  const format = digits === "—" ? "ixt:fixed-zero" : "ixt:num-dot-decimal";
  return `<ix:nonFraction name="${element}" contextRef="${context}" unitRef="USD" decimals="-6" scale="6" format="${format}" ${more}>${digits}</ix:nonFraction>`;
}

/** The cells of a printed number: "(8,310" prints brackets, and "-(8,310" also states a value below zero. */
export function cell(name: string, context: string, printed: string): string {
  const [, minus, open, digits = ""] = /^(-?)(\(?)([\d,—]+)/.exec(printed) ?? [];
  const fact = number(name, context, digits, minus ? 'sign="-"' : "");
  return `<td>$</td><td>${open}<span>${fact}</span></td><td>${open ? ")" : ""}</td>`;
}

export const row = (label: string, ...cells: string[]) =>
  `<tr><td>${label}</td>${cells.join("")}<td> </td></tr>`;
export const table = (...rows: string[]) => `<div><table>${rows.join("")}</table></div>`;
