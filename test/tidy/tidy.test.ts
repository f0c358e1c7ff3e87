import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { allJobs } from "#jobs/tasks.ts";
import { settingNames } from "#schemas/config/config.ts";
import { nullReasons } from "#schemas/shapes/companies/statement.ts";
import { withoutComments } from "./module-graph.ts";
import { listFiles, productCode, readProjectFile } from "./project-files.ts";
import { clockReaders, environmentReaders } from "./reviewed.ts";

const root = join(import.meta.dirname, "../..");
const product = productCode();
const moduleNames = foldersOf("api/modules");
const sourceNames = foldersOf("ingest/sources");

function foldersOf(parent: string): string[] {
  const files = listFiles(`${parent}/*/*.ts`);
  return [...new Set(files.map((path) => path.split("/")[2] ?? ""))];
}

/** The text of a README; fails with a sentence, not a stack, while there is none. */
function readme(path: string): string {
  expect(existsSync(join(root, path)), `${path} must exist`).toBe(true);
  return readProjectFile(path);
}

/** The words of a list that a text does not mention as whole words. */
function unmentioned(words: readonly string[], text: string): string[] {
  return words.filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text));
}

const readsEnvironment = /\bprocess\s*\.\s*env\b/;
const readsClock = /\bDate\s*\.\s*now\b|\bnew\s+Date\b\s*(?!\(\s*[^\s)])/;

/** Files whose code, comments aside, matches a pattern. */
function filesWith(pattern: RegExp, sources = product): string[] {
  return [...sources]
    .filter(([path, code]) => pattern.test(withoutComments(path, code)))
    .map(([path]) => path);
}

/** Folders that directly hold more files than a limit, each with its count. */
function foldersOver(limit: number, files: readonly string[]): [folder: string, count: number][] {
  const byFolder = Map.groupBy(files, (path) => posix.dirname(path));
  return [...byFolder].flatMap(([folder, { length }]) =>
    length > limit ? [[folder, length]] : [],
  );
}

describe("files", () => {
  test("a module has routes.ts", () => {
    expect(
      moduleNames.filter((name) => !existsSync(join(root, "api/modules", name, "routes.ts"))),
    ).toEqual([]);
  });

  test("no file is called util, helper, common or misc", () => {
    const drawers = /(^|[/-])(utils?|helpers?|common|misc)([-.]|\/)/;
    const files = listFiles("{api,ingest,jobs,registry,schemas,test}/**/*.{ts,mjs,json,md}");
    const named = files.map((path) => path.replace(/^test\/helpers\//, "test/"));
    expect(named.filter((path) => drawers.test(path))).toEqual([]);
  });

  test("no file outside the tests is longer than 300 lines", () => {
    const long = [...product]
      .map(([path, code]) => ({ path, lines: code.split("\n").length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  test("no folder of sources or tests holds more than 20 files", () => {
    expect(foldersOver(20, [...product.keys(), ...listFiles("test/**/*.{ts,mjs}")])).toEqual([]);
  });

  test("a full folder is found by what lies directly in it", () => {
    const files = ["a/1.ts", "a/2.ts", "a/b/3.ts", "a/b/4.ts", "a/b/5.ts"];
    expect(foldersOver(2, files)).toEqual([["a/b", 3]]);
  });

  test("a subquery in a select keeps the tables of its columns", () => {
    // Within a plain sql template drizzle takes the table's name off a column (see api/data/subquery.ts).
    const plain =
      /\bsql\s*(?:<[^`]*?>)?\s*`\s*(?:not\s+)?(?:exists\s*)?\(\s*(?:exists\s*\(\s*)?select\b[^`]*?\$\{\w+\.\w+\}/;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of code
    expect(plain.test("sql<number>`(select count(*) from a where a.id = ${b.id})`")).toBe(true);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of code
    expect(plain.test("subquery<number>`select 1 from a where a.id = ${b.id}`")).toBe(false);
    expect(
      filesWith(plain).filter((path) => path.startsWith("api/")),
      "write these with subquery of api/data/subquery.ts instead of sql",
    ).toEqual([]);
  });

  test("no import climbs more than two levels", () => {
    const climb = /\b(?:from|import)\s*\(?\s*["'`](?:\.\.\/){3}/;
    const files = listFiles("{api,ingest,jobs,registry,schemas,test}/**/*.{ts,mjs}");
    expect(files.filter((path) => climb.test(readProjectFile(path)))).toEqual([]);
  });

  test("migrations are numbered without gaps, and the journal names each", () => {
    const tags = listFiles("migrations/*.sql").map((path) => path.slice(11, -4));
    const journal = JSON.parse(readProjectFile("migrations/meta/_journal.json")) as {
      entries: { idx: number; tag: string }[];
    };
    const numbers = tags.map((tag) => tag.slice(0, 5));
    expect(numbers).toEqual(tags.map((_, at) => `${String(at).padStart(4, "0")}_`));
    expect(journal.entries.map(({ idx, tag }) => [idx, tag])).toEqual([...tags.entries()]);
  });

  test("of the snapshots of the tables the newest alone is kept", () => {
    const newest = listFiles("migrations/*.sql").at(-1)?.slice(11, 15);
    expect(listFiles("migrations/meta/*_snapshot.json")).toEqual([
      `migrations/meta/${newest}_snapshot.json`,
    ]);
  });

  test("no file names a folder of somebody's machine or a registry", () => {
    const files = listFiles(
      "{*.{json,md,ts},.gitignore,.npmrc,.env.example}",
      "{.ci,api,docs,ingest,jobs,migrations,registry,schemas,test}/**",
    );
    expect(files.filter((path) => isOfOneMachine(readProjectFile(path)))).toEqual([]);
    expect(readProjectFile("package-lock.json")).not.toMatch(/"resolved": *"https?:/);
    expect(readProjectFile(".npmrc")).not.toMatch(/registry *=|_auth/);
  });
});

/** Names a home folder, the folder that this copy of the project is in, or the registry that npm uses here. */
function isOfOneMachine(text: string): boolean {
  if (/(?<![\w.])\/(?:home|Users|root)\/\w|[A-Z]:\\+Users\\/.test(text)) return true;
  const host = URL.parse(process.env.npm_config_registry ?? "")?.host;
  // A short folder such as /app could stand in an address by chance.
  const folders = [root, homedir()].filter((folder) => folder.split(/[\\/]/).length > 2);
  return [...folders.map((folder) => `${folder}/`), ...(host ? [host] : [])].some((name) =>
    text.includes(name),
  );
}

describe("the outside world", () => {
  test("is read from the environment by the composition roots only", () => {
    expect(filesWith(readsEnvironment)).toEqual(environmentReaders.map(({ path }) => path).sort());
  });

  test("gives the time to the composition roots and to defaults of a clock only", () => {
    expect(
      filesWith(readsClock),
      "only roots read the clock: take deps.now() or an argument",
    ).toEqual(clockReaders.map(({ path }) => path).sort());
  });

  test("is found where it is read, and not in comments or where a time is given", () => {
    const sources = new Map(
      ["Date.now()", "new Date()", "[1].map(Date.now)", "new Date", "process.env.HOME"]
        .concat(["new Date(at)", "0; // new Date()", "/* process.env */ Date.UTC(1, 2)"])
        .map((code, at) => [`${at}.ts`, `export const x = () => ${code}\n;`]),
    );
    expect(filesWith(readsClock, sources)).toEqual(["0.ts", "1.ts", "2.ts", "3.ts"]);
    expect(filesWith(readsEnvironment, sources)).toEqual(["4.ts"]);
  });
});

describe("endpoints", () => {
  const routeFiles = listFiles("api/modules/**/routes.ts").map((path) =>
    path.slice("api/modules/".length),
  );

  test.each(routeFiles)("%s declares at most 12", (path) => {
    const declared = readProjectFile(`api/modules/${path}`).match(/^\s*at: ["`]/gm) ?? [];
    expect(declared.length).toBeLessThanOrEqual(12);
  });

  test.each(moduleNames)("%s declares some", async (name) => {
    const routes = (await import(`../../api/modules/${name}/routes.ts`)) as Record<string, unknown>;
    expect(Object.values(routes).filter(Array.isArray).flat().length).toBeGreaterThan(0);
  });
});

const dayPrefixes: Record<string, string> = { "*": "", "1-5": "weekdays ", "6": "Saturdays " };

/** A cron expression as the table of jobs says it. Throws for one of another form: extend it then. */
function timeText(cron: string | undefined): string {
  if (cron === undefined) return "enqueued";
  if (cron === "* * * * *") return "every minute";
  const [, minute, from, to, days] =
    /^(\*|\d+) (\d+)(?:-(\d+))? \* \* (\*|1-5|6)$/.exec(cron) ?? [];
  const prefix = dayPrefixes[days ?? "*"];
  if (minute === "*" && to !== undefined) return `every minute, ${prefix}${from} to ${to} h`;
  if (minute === undefined || minute === "*" || to !== undefined) throw new Error(cron);
  return `${prefix}${from}:${minute.padStart(2, "0")}`;
}

describe("documentation", () => {
  test("docs/settings.md names every environment variable", () => {
    const read = [...product.values()].flatMap((code) =>
      [...code.matchAll(/\bprocess\.env\.([A-Z][A-Z0-9_]+)/g)].map(([, name = ""]) => name),
    );
    expect(
      unmentioned([...new Set([...settingNames, ...read])], readme("docs/settings.md")),
    ).toEqual([]);
  });

  test(".env.example has every setting that docs/settings.md lists for the service", () => {
    const listed = readme("docs/settings.md").matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm);
    const names = [...listed].flatMap(([, cells = ""]) => cells.replaceAll("`", "").split(", "));
    const given = [
      ...readProjectFile("docs/deploy/.env.example").matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm),
    ].map(([, name = ""]) => name);

    expect(names.length).toBeGreaterThan(30);
    // The one setting of a client.
    expect(names.filter((name) => !given.includes(name))).toEqual(["TENK_API_KEY"]);
    // Those of the database that compose.yaml starts, and of S3.
    expect(given.filter((name) => !names.includes(name) && !name.startsWith("AWS_"))).toEqual([
      "POSTGRES_PASSWORD",
    ]);
  });

  test("docs/commands.md names every command of package.json", () => {
    const { scripts } = JSON.parse(readProjectFile("package.json")) as {
      scripts: Record<string, string>;
    };
    // npm itself calls the two around a pack.
    const called = Object.keys(scripts).filter((name) => !/^(pre|post)pack$/.test(name));
    const commands = called.map((name) =>
      name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`,
    );
    expect(unmentioned(commands, readme("docs/commands.md"))).toEqual([]);
  });

  test("README.md leads to every guide", () => {
    const guides = listFiles("docs/*.md").filter((path) => path !== "docs/dependencies.md");
    expect(guides.length).toBeGreaterThan(15);
    expect(unmentioned(guides, readme("README.md"))).toEqual([]);
  });

  // `vitest run test/tidy/tidy.test.ts -u` writes the rows of new and changed jobs.
  test("the table of jobs/README.md has every job, with its time and what it does", async () => {
    const text = readme("jobs/README.md");
    const rows = new Map(
      [...text.matchAll(/^\| `([^`]+)` \| (.+?) \| (.+) \|$/gm)].map((row) => [row[1] ?? "", row]),
    );
    const table = allJobs.map(({ name, what, schedule }) => {
      const [row = "", , when = "", told = ""] = rows.get(name) ?? [];
      const time = timeText(schedule?.cron);
      // The table may say more than the job says of itself.
      return when.includes(time) && told.includes(what)
        ? row
        : `| \`${name}\` | ${time} | ${what} |`;
    });
    const head = "| Job | When | What |\n| --- | --- | --- |\n";
    const [before = "", rest = ""] = text.split(head);
    const after = rest.replace(/^(?:\|.*\n)*/, "");

    await expect(`${before}${head}${table.join("\n")}\n${after}`).toMatchFileSnapshot(
      "../../jobs/README.md",
    );
  });

  test("a time of a job is told by its minutes, hours and days", () => {
    expect(timeText("* * * * *")).toBe("every minute");
    expect(timeText("* 6-22 * * 1-5")).toBe("every minute, weekdays 6 to 22 h");
    expect(timeText("5 4 * * *")).toBe("4:05");
    expect(timeText(undefined)).toBe("enqueued");
    expect(() => timeText("*/5 4 1 * *")).toThrow("*/5 4 1 * *");
  });

  test("ingest/README.md names every source", () => {
    expect(unmentioned(sourceNames, readme("ingest/README.md"))).toEqual([]);
  });

  test("docs/glossary.md says what every null reason means", () => {
    const rows = [...readme("docs/glossary.md").matchAll(/^\| `([a-z_]+)` \| .{10,} \|$/gm)];
    expect(rows.map(([, name]) => name).sort()).toEqual([...nullReasons].sort());
  });

  test("every link between documents leads to a file", () => {
    const broken = listFiles(
      "{*.md,{api,docs,ingest,jobs,migrations,registry,schemas,test}/**/*.md}",
    )
      .flatMap((path) =>
        [...readProjectFile(path).matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map(
          ([, to = ""]) => [path, posix.join(posix.dirname(path), to)],
        ),
      )
      .filter(([, to = ""]) => !existsSync(join(root, to)));
    expect(broken).toEqual([]);
  });

  test("every source file that a document names with its folder exists", () => {
    const files = listFiles(
      "{.vscode,api,docs,ingest,jobs,migrations,registry,schemas,test}/**/*.{ts,mjs,json,sql,csv,css,md}",
    );
    const documents = listFiles(
      "{README,ARCHITECTURE,CONTRIBUTING}.md",
      "{api,ingest,jobs,migrations,registry,schemas,test}/**/README.md",
    );
    const missing = documents.flatMap((path) =>
      [...readProjectFile(path).matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|mjs|json|sql|csv|css|md))`/g)]
        .map(([, name = ""]) => name)
        .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map((name) => `${path}: ${name}`),
    );
    expect(documents.length).toBeGreaterThan(8);
    expect(missing).toEqual([]);
  });

  test("api/README.md names every module", () => {
    expect(unmentioned(moduleNames, readme("api/README.md"))).toEqual([]);
  });
});
