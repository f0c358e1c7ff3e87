import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, productCode, readProjectFile } from "./project-files.ts";

interface Package {
  license?: string;
  bin?: string | Record<string, string>;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const root = join(import.meta.dirname, "../..");
const project = JSON.parse(readProjectFile("package.json")) as Package;
const shipped = Object.keys(project.dependencies ?? {});
const forTests = Object.keys(project.devDependencies ?? {});
const runtimes = Object.keys(project.optionalDependencies ?? {});
const rows = [
  ...readProjectFile("docs/dependencies.md").matchAll(/^\| `(.+)` \| (.+) \| (.+) \|$/gm),
].map(([, name = "", licence = "", why = ""]) => ({ name, licence, why }));

/** The package.json of an installed package, or null for the runtime of another machine. */
function installed(name: string): Package | null {
  const path = `node_modules/${name}/package.json`;
  return existsSync(join(root, path)) ? (JSON.parse(readProjectFile(path)) as Package) : null;
}

/** The packages that imports name: `@scope/name/part` is `@scope/name`. Tests compute some imports; those name none. */
function packagesIn(code: string): string[] {
  const specifiers = code.matchAll(
    /\b(?:from|import)\s*\(?\s*"((?:@[^/"]+\/)?[^./#"][^/"]*)[^"]*"/g,
  );
  return [...specifiers].map(([, name = ""]) => name);
}

/** A command of the package stands in a script of package.json. */
function isScripted(name: string): boolean {
  const bin = installed(name)?.bin ?? {};
  const commands = typeof bin === "string" ? [name] : Object.keys(bin);
  const words = Object.values(project.scripts ?? {}).flatMap((script) => script.split(" "));
  return commands.some((command) => words.includes(command));
}

const inProduct = new Set([...productCode().values()].flatMap(packagesIn));
const testFiles = listFiles("test/**/*.{ts,mjs}", "*.ts");
const testCode = testFiles.map(readProjectFile);
const inTests = new Set(testCode.flatMap(packagesIn));

test("docs/dependencies.md has one line for each dependency, in their order", () => {
  expect(rows.map(({ name }) => name)).toEqual([...shipped, ...forTests, ...runtimes]);
});

test("docs/dependencies.md has the licence that each package states", () => {
  const wrong = rows.filter(({ name, licence }) => {
    const stated = installed(name);
    return stated !== null && stated.license !== licence;
  });
  expect(wrong).toEqual([]);
});

test("the product imports each dependency", () => {
  expect(shipped.filter((name) => !inProduct.has(name))).toEqual([]);
});

test("a test imports or names each development dependency, or a script runs it", () => {
  const isUsed = (name: string): boolean => {
    const typed = /^@types\/(.+)$/.exec(name)?.[1];
    if (typed === "node") return true;
    if (typed !== undefined) return inProduct.has(typed) || inTests.has(typed);
    const isNamed = testCode.some((code) => code.includes(`"${name}"`));
    return inTests.has(name) || isNamed || isScripted(name);
  };
  expect(forTests.filter((name) => !isUsed(name))).toEqual([]);
});

test("a package is found by any import of it, and a file of ours is none", () => {
  const code = [
    'import "echarts/core";',
    'import type { A } from "@scope/name/part";',
    'await import("pg");',
    'import { b } from "./b.ts";',
    'import { c } from "#api/c.ts";',
  ];
  expect(packagesIn(code.join("\n"))).toEqual(["echarts", "@scope/name", "pg"]);
});
