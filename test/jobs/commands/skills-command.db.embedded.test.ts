import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "#jobs/run-command.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { skillTerm } from "#schemas/tables/platform/hiring.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";

const { path: folder, remove } = await newDataFolder();
afterAll(remove);

async function load(name: string, text: string) {
  const file = join(folder, name);
  await writeFile(file, text);
  return importFile(file);
}

async function importFile(file: string) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommand(["admin", "skills", "import", file], {
    env: { DATA_DIR: folder },
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    isInterrupted: () => false,
  });
  return { code, out, err: err.join("\n") };
}

async function countTerms(): Promise<number> {
  const database = await openDatabase({ databaseUrl: null, dataDir: folder });
  try {
    return await database.db.$count(skillTerm);
  } finally {
    await database.close();
  }
}

/** The columns of ESCO's `skills_en.csv`, in its order. */
const header =
  "conceptType,conceptUri,skillType,reuseLevel,preferredLabel,altLabels,hiddenLabels,status,modifiedDate,scopeNote,definition,inScheme,description\n";
const uri = (n: number) => `http://data.europa.eu/esco/skill/${n}`;
const row = (n: number, label: string, aliases: readonly string[], link = uri(n)) =>
  `KnowledgeSkillCompetence,${link},skill/competence,cross-sector,"${label}","${aliases.join("\n")}",,released,2024-01-01,,,,"Does ""${n}"", and more"\n`;

const rows = 14_000;
const rowOf = (n: number) => {
  if (n === 0) return row(n, "Python (computer programming)", ["pie thon"]);
  if (n === 1) return row(n, "no address", [], "urn:none");
  if (n === 2) return row(n, "***", []);
  if (n === 3) return row(n, "takes what is taken", ["operate machine 4"]);
  return row(n, `operate machine ${n}`, [`machine ${n} operation`, `running of machine ${n}`]);
};
const fileOf = (count: number) =>
  header + Array.from({ length: count }, (_, n) => rowOf(n)).join("");

test("a file of 14,000 rows in ESCO's columns is imported, with a report; a second time it adds nothing", async () => {
  const { code, out, err } = await load("skills_en.csv", fileOf(rows));

  expect([code, err]).toEqual([0, ""]);
  // Python is known: its two new spellings are aliases. A preferred label is no earlier row's alias.
  const aliases = 2 * (rows - 4) + 2;
  expect(out).toEqual([
    `${rows - 3} skills added, 1 merged, ${aliases} aliases added, 3 refused`,
    "line 3: conceptUri is not a web address",
    "line 4: preferredLabel has no letter or digit",
    'line 5: "operate machine 4" of "takes what is taken" already means "operate machine 4"',
  ]);
  const before = await countTerms();
  expect(before).toBeGreaterThan(3 * (rows - 4));

  const again = await load("skills_en.csv", fileOf(500));
  expect(again.out[0]).toBe("0 skills added, 498 merged, 0 aliases added, 3 refused");
  expect(await countTerms()).toBe(before);
}, 300_000);

test.each([
  ["no such column", "preferredLabel,altLabels\nx,y\n", /the column conceptUri is missing/],
  ["a broken quote", `${header}"a\n`, /[Qq]uote/],
])(
  "a file with %s is one sentence and exit code 2, and adds nothing",
  async (_, text, why) => {
    const before = await countTerms();
    const { code, out, err } = await load("broken.csv", text);
    expect([code, out]).toEqual([2, []]);
    expect(err).toMatch(why);
    expect(await countTerms()).toBe(before);
  },
  60_000,
);

test("a file that is missing or a folder is one sentence and exit code 2", async () => {
  const missing = join(folder, "missing.csv");
  expect(await importFile(missing)).toEqual({
    ...{ code: 2, out: [], err: `error: there is no file ${missing}` },
  });
  const { code, err } = await importFile(folder);
  expect([code, err]).toEqual([2, expect.stringMatching(/^error: cannot read .*: EISDIR[^\n]*$/)]);
});
