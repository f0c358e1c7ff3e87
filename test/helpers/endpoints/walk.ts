import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { TestApp } from "../app.ts";

const run = promisify(execFile);

/** A command of a guide, with what its comment says that it prints: `curl … # => "status":"joined"`. */
interface Command {
  text: string;
  expected: string | null;
}

/** The commands of the `sh` blocks of a guide, in order; a line that ends with a backslash goes on in the next. */
function commandsOf(guide: string): Command[] {
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  const lines = blocks.join("\n").replace(/\\\n/g, "\\\u0000").split("\n");
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [text = "", expected] = line.replaceAll("\u0000", "\n").split(/\s+# => /);
      return { text, expected: expected?.trim() ?? null };
    });
}

/**
 * Runs all commands of `docs/<name>` in one shell against the listening API, with `variables` set, and checks that each
 * prints what its comment says. `B` is the address of the API.
 */
export async function runWalk(
  { app }: Pick<TestApp, "app">,
  name: string,
  variables: Record<string, string> = {},
): Promise<void> {
  const guide = await readFile(join(import.meta.dirname, "../../../docs", name), "utf8");
  const commands = commandsOf(guide);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const folder = await mkdtemp(join(tmpdir(), "tenk-walk-"));
  try {
    const script = commands.map(
      ({ text }, n) => `{ ${text}\n} >"$WALK/${n}" 2>&1 || echo "[exit $?]" >>"$WALK/${n}"`,
    );
    const path = join(folder, "walk.sh");
    await writeFile(path, script.join("\n"));
    const env = { ...process.env, ...variables, B: address, WALK: folder };
    await run("bash", [path], { env, cwd: folder, maxBuffer: 1 << 24 });
    for (const [n, { text, expected }] of commands.entries()) {
      const output = await readFile(join(folder, String(n)), "utf8");
      if (expected !== null) expect(output, text).toContain(expected);
      expect(output, text).not.toMatch(/\[exit \d+\]|INTERNAL_SERVER_ERROR|FST_ERR_VALIDATION/);
    }
    expect(commands.some(({ expected }) => expected !== null)).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
