#!/usr/bin/env node
// The command of the package: `tenk` is `npm start`, `tenk query …` is `npm run query -- …`. It runs on old versions of
// Node.js, too, and hands over to one that Tenk can run on.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../", import.meta.url);
const project = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const canBecome = typeof process.execve === "function" && process.platform !== "win32";

const node = ownNode() ?? process.execPath;
const args = argumentsOf(process.argv.slice(2));
// One process instead of two, where that can be: signals, input and output are those of the program.
if (canBecome) process.execve(node, [node, ...args]);
else waitFor(spawn(node, args, { stdio: "inherit" }));

/** The Node.js that this package brought; null where there is none for this machine. */
function ownNode() {
  const { resolve } = createRequire(import.meta.url);
  for (const name of Object.keys(project.optionalDependencies)) {
    try {
      const path = resolve(`${name}/package.json`);
      const { bin } = JSON.parse(readFileSync(path, "utf8"));
      return join(dirname(path), bin.node);
    } catch {
      // The runtime of another machine.
    }
  }
  return null;
}

/** What Node.js gets: the script of package.json that the first word names, or else the command line as it is. */
function argumentsOf(words) {
  const [name = "start", ...rest] = words;
  const script = Object.hasOwn(project.scripts, name) ? project.scripts[name] : "";
  const [program, ...own] = script.split(" ");
  if (program === "node") return [...own.map(located), ...rest];
  return ["--import", "./jobs/runtime-check.mjs", "jobs/cli.ts"].map(located).concat(words);
}

/** A file of the package, wherever it is called from. */
function located(word) {
  if (word.endsWith(".ts")) return fileURLToPath(new URL(word, root));
  return word.endsWith(".mjs") ? pathToFileURL(fileURLToPath(new URL(word, root))).href : word;
}

/** Ends as the program ends, and passes on what it is told. */
function waitFor(child) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
