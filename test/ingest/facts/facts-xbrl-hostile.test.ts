import { describe, expect, test } from "vitest";
import { ParseError } from "#ingest/errors.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";

const wanted = new Set(["us-gaap:Assets"]);
const known = { accession: "0000320193-23-000106", form: "10-K", filed: "2023-11-03" };
const open =
  '<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2023">';
const parts =
  '<context id="c"><entity><identifier>320193</identifier></entity><period><instant>2023-09-30</instant></period></context><unit id="u"><measure>pure</measure></unit>';
const asset = '<us-gaap:Assets contextRef="c" unitRef="u">352583000000</us-gaap:Assets>';
const whole = `${open}${parts}${asset}</xbrl>`;

const parse = (body: string | Buffer) => parseInstance(Buffer.from(body), wanted, known);
const refusal = (body: string | Buffer) => {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof ParseError) return error.message;
    throw error;
  }
  return "accepted";
};

describe("real oddities are read", () => {
  test.each([
    ["an empty line before the declaration", `\n<?xml version="1.0" encoding="UTF-8"?>\n${whole}`],
    ["a byte order mark", `\uFEFF<?xml version="1.0"?>${whole}`],
    [
      "comments before the root",
      `<?xml version='1.0'?><!-- made -- by --><!--a tool-->${whole}`.replace(
        "made -- by",
        "made by",
      ),
    ],
    [
      "a footnote",
      whole.replace(
        asset,
        `<link:footnoteLink xmlns:link="http://www.xbrl.org/2003/linkbase"><link:footnote><p xmlns="http://www.w3.org/1999/xhtml">x</p></link:footnote></link:footnoteLink>${asset}`,
      ),
    ],
    [
      "a text of ten megabytes",
      whole.replace(
        asset,
        `<us-gaap:Note contextRef="c">${"text ".repeat(2_000_000)}</us-gaap:Note>${asset}`,
      ),
    ],
  ])("%s", (_, text) => {
    expect(parse(text).facts.map(({ value }) => value)).toEqual(["352583000000"]);
  });

  test("an ISO-8859-1 instance is read in its encoding", () => {
    const dei =
      '<d:EntityRegistrantName xmlns:d="http://xbrl.sec.gov/dei/2023" contextRef="c">Citro\u00ebn</d:EntityRegistrantName>';
    const text = `<?xml version="1.0" encoding="iso-8859-1"?>${whole.replace(asset, dei)}`;

    expect(parse(Buffer.from(text, "latin1")).entityName).toBe("Citro\u00ebn");
  });
});

describe("refused, naming the accession [PIP-13]", () => {
  test("a document cut anywhere", () => {
    for (let cut = 0; cut < whole.length; cut += 5) {
      expect(refusal(whole.slice(0, cut))).toMatch(
        /^0000320193-23-000106: XML is cut or not well formed/,
      );
    }
  });

  test.each([
    ["a DOCTYPE", `<?xml version="1.0"?><!DOCTYPE xbrl [<!ENTITY a "b">]>${whole}`, "DOCTYPE"],
    [
      "a DOCTYPE after a comment",
      `<!-- x --> <!DOCTYPE xbrl SYSTEM "file:///etc/passwd">${whole}`,
      "DOCTYPE",
    ],
    ["an entity nobody defined", whole.replace("352583000000", "&bomb;"), "undefined entity"],
    ["another root", '<html xmlns="http://www.w3.org/1999/xhtml"/>', "the root element is html"],
    ["an xbrl root of another namespace", "<xbrl/>", "the root element is xbrl"],
    [
      "an unbound prefix",
      whole.replace("<us-gaap:Assets", "<x:y/><us-gaap:Assets"),
      "unbound namespace",
    ],
    [
      "a repeated attribute",
      whole.replace('unitRef="u"', 'unitRef="u" unitRef="u"'),
      "duplicate attribute",
    ],
    [
      "bytes that are no UTF-8",
      Buffer.from(whole.replace("352583000000", "\u00e9"), "latin1"),
      "not text in its encoding",
    ],
    ["an unknown encoding", `<?xml version="1.0" encoding="klingon"?>${whole}`, "encoding klingon"],
    [
      "a missing context",
      whole.replace('contextRef="c"', 'contextRef="d"'),
      "us-gaap:Assets refers to a missing context d",
    ],
    [
      "a missing unit",
      whole.replace('unitRef="u"', 'unitRef="v"'),
      "us-gaap:Assets refers to a missing unit v",
    ],
    [
      "a context without period",
      whole.replace(/<period>.*<\/period>/, ""),
      "context c has an unknown shape",
    ],
    [
      "a unit without measure",
      whole.replace("<measure>pure</measure>", ""),
      "unit u has no measure",
    ],
    ["no CIK anywhere", whole.replace("320193</id", "Apple</id"), "names no CIK"],
  ])("%s", (_, text, message) => {
    expect(refusal(text)).toContain(message);
    expect(refusal(text)).toMatch(/^0000320193-23-000106: /);
  });

  test.each([
    ["depth of a hundred thousand", `${open}${"<a>".repeat(100_000)}`, "nested too deeply"],
    [
      "a million attributes",
      `${open}<a ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}=""`).join(" ")}/>`,
      "too many attributes",
    ],
    ["an endless text", `${open}<a>${"x".repeat(40 * 2 ** 20)}`, "endless text"],
    [
      "a context of a million parts",
      `${open}<context id="c">${"<a/>".repeat(1_000_000)}`,
      "more than 200 parts",
    ],
    ["a million facts", `${open}${parts}${asset.repeat(600_000)}`, "more than 500000 facts"],
  ])("%s", (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });
});
