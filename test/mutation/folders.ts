import { globSync, readFileSync } from "node:fs";

/** What is mutated, by the name it is asked for. */
export const folders = {
  periods: "ingest/periods/**/*.ts",
  facts: "ingest/facts/**/*.ts",
  statements: "ingest/statements/**/*.ts",
  checks: "ingest/checks/**/*.ts",
  resolve: "registry/resolve/resolve.ts",
} as const;

export type Folder = keyof typeof folders;

export interface Sample {
  /** Share of the blocks of lines, 0 to 1. */
  share: number;
  seed: number;
}

/** Lines that are drawn together. A mutant that reaches over the edge of a block is in no sample. */
const blockLines = 12;

/** Stryker's patterns for a folder: whole files, or blocks of lines that the seed draws. */
export function patternsOf(folder: Folder, sample: Sample | null, root = "."): string[] {
  const files = globSync(folders[folder], { cwd: root }).sort();
  if (sample === null) return files;
  const next = generatorOf(sample.seed);
  return files.flatMap((file) => {
    const lines = readFileSync(`${root}/${file}`, "utf8").split("\n").length;
    const starts = Array.from({ length: Math.ceil(lines / blockLines) }, (_, i) => i * blockLines);
    return starts
      .filter(() => next() < sample.share)
      .map((start) => `${file}:${start + 1}-${Math.min(start + blockLines, lines)}`);
  });
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function generatorOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
