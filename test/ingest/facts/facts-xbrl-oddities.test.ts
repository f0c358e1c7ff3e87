import { describe, expect, test } from "vitest";
import { asset, parse, refusal, whole } from "./small-instance.ts";

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
  ])("%s", (_, text) => {
    expect(parse(text).facts.map(({ value }) => value)).toEqual(["352583000000"]);
  });

  const inLatin1 = (declaration: string) => {
    const dei =
      '<d:EntityRegistrantName xmlns:d="http://xbrl.sec.gov/dei/2023" contextRef="c">Citro\u00ebn</d:EntityRegistrantName>';
    return Buffer.from(`${declaration}${whole.replace(asset, dei)}`, "latin1");
  };
  test.each([
    '<?xml version="1.0" encoding="iso-8859-1"?>',
    "<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?>",
    '\n\n<?xml\nversion="1.0"\nencoding="latin1"?>',
  ])("an instance is read in the encoding that it declares: %j", (declaration) => {
    expect(parse(inLatin1(declaration)).entityName).toBe("Citro\u00ebn");
  });

  test.each([
    '<!-- <?xml version="1.0" encoding="iso-8859-1"?> -->',
    '<?xml version="1.0"?><!-- encoding="iso-8859-1" -->',
    '<?xml version="1.0" x-encoding="iso-8859-1"?>',
  ])("what is no declaration of it is none: %j", (declaration) => {
    expect(refusal(inLatin1(declaration))).toContain("not text in its encoding utf-8");
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
      "another root of the namespace",
      '<context xmlns="http://www.xbrl.org/2003/instance"/>',
      "the root element is context",
    ],
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
});
