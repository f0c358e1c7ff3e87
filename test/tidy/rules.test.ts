import { describe, expect, test } from "vitest";
import { listFiles, readProjectFile } from "./project-files.ts";
import {
  idsByGroup,
  numberingFaults,
  readItems,
  requirements,
  unknownIds,
  unknownMentions,
} from "./requirements.ts";

const requirementFiles = listFiles("docs/rules/requirements/*.md");

/** `path: id` for each id that a check finds in the files. */
function foundIn(files: readonly string[], check: (text: string) => string[]): string[] {
  return files
    .filter((path) => path !== "test/tidy/rules.test.ts")
    .flatMap((path) => check(readProjectFile(path)).map((id) => `${path}: ${id}`));
}

describe("requirements", () => {
  test("count from 01 in each group, without gaps or repeats", () => {
    const ids = requirementFiles
      .map(readProjectFile)
      .flatMap(readItems)
      .map(([id]) => id);
    expect(numberingFaults(ids)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...idsByGroup(ids).keys()]).toHaveLength(34);
  });

  test("have a text, and every list item of their documents is one", () => {
    for (const path of requirementFiles) {
      const bullets = readProjectFile(path).match(/^[-*] /gm) ?? [];
      expect(readItems(readProjectFile(path)), path).toHaveLength(bullets.length);
    }
    expect([...requirements.values()].filter((text) => text.length < 5)).toEqual([]);
  });

  test("stand under the heading of their group", () => {
    const misplaced = requirementFiles.flatMap((path) =>
      readProjectFile(path)
        .split(/^## /m)
        .slice(1)
        .flatMap((section) => readItems(section).map(([id]) => [section.split(" ")[0] ?? "", id]))
        .filter(([group = "", id = ""]) => !id.startsWith(`${group}-`)),
    );
    expect(misplaced).toEqual([]);
  });

  test("that a test's name has exist", () => {
    expect(foundIn(listFiles("test/**/*.test.ts"), unknownIds)).toEqual([]);
  });

  test("that code or documents mention exist", () => {
    const files = listFiles(
      "*.md",
      "{api,docs,ingest,jobs,registry,schemas,test}/**/*.{ts,mjs,md}",
    );
    expect(foundIn(files, unknownMentions)).toEqual([]);
  });

  test("that are missing, repeated or misread are found", () => {
    expect(readItems("- **FIN-01** One.\n- **FIN-02** Two\n  lines.\ntext\n")).toEqual([
      ["FIN-01", "One."],
      ["FIN-02", "Two lines."],
    ]);
    expect(numberingFaults(["FIN-02", "FIN-01", "A-01"])).toEqual([]);
    expect(numberingFaults(["FIN-01", "FIN-03", "FIN-1", "A-01", "A-01"])).toEqual([
      "FIN-1",
      "A-01",
      "FIN-03",
    ]);
    expect(unknownIds("[FIN-12] [TRM-01] [PIP-17, A-42] [a-b] [BRK]")).toEqual([]);
    expect(unknownIds("[FIN-99] [SFR-01 XYZ-01] [FIN-8] [A-99] [FIN-00]")).toEqual([
      "FIN-99",
      "XYZ-01",
      "FIN-8",
      "A-99",
      "FIN-00",
    ]);
    expect(unknownMentions("see FIN-99, FIN-01, UTF-16 and A-99; 2024-A-98")).toEqual([
      "FIN-99",
      "A-99",
    ]);
  });
});

/** The sections that a text cites of a document of rules: `models.md 6.3 to 6.7`, `standardization.md 2.1, 2.6`. */
function citedSections(document: string, text: string): string[] {
  const citation = new RegExp(
    `(?<![\\w/-])${document}\\.md (?:section )?((?:D?\\d+(?:\\.\\d+)?(?:, | to | and )?)+)`,
    "g",
  );
  return [...text.matchAll(citation)].flatMap(
    ([, numbers = ""]) => numbers.match(/D?\d+(?:\.\d+)?/g) ?? [],
  );
}

describe.each(["standardization", "models"])("docs/rules/%s.md", (document) => {
  const headings = readProjectFile(`docs/rules/${document}.md`).matchAll(
    /^#{2,3} (\d+(?:\.\d+)?)/gm,
  );
  const sections = [...headings].map(([, number = ""]) => number);

  test("has each section once", () => {
    expect(sections.length).toBeGreaterThan(20);
    expect(new Set(sections).size).toBe(sections.length);
  });

  test("has the sections that code cites", () => {
    const files = listFiles("{api,ingest,jobs,registry,schemas,test}/**/*.{ts,md}");
    const unknown = (text: string) =>
      citedSections(document, text).filter((section) => !sections.includes(section));
    expect(foundIn(files, unknown)).toEqual([]);
  });
});

test("a cited section is found alone, in a list and in a span", () => {
  const text = "(models.md 6.3 to 6.7), models.md section 8, models.md D2; use-models.md 9";
  expect(citedSections("models", text)).toEqual(["6.3", "6.7", "8", "D2"]);
});
