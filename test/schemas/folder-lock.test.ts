import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FolderInUseError, lockFolder } from "#schemas/database/folder-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "tenk-lock-"));
const path = join(folder, "tenk.lock");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of this process, as it writes it itself. */
function own(): { pid: number; host: string; boot: string | null } {
  rmSync(path, { force: true });
  const lock = lockFolder(folder);
  const owner = JSON.parse(readFileSync(path, "utf8"));
  lock.release();
  return owner;
}

const alive = process.ppid;
/** Above the highest id that Linux gives. */
const dead = 4_194_305;

const taken = (content: unknown) => {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  try {
    lockFolder(folder).release();
    return null;
  } catch (error) {
    if (error instanceof FolderInUseError) return error;
    throw error;
  }
};

test("a lock says process, host and start of the machine", () => {
  expect(own()).toMatchObject({ pid: process.pid, host: hostname() });
});

test.each([
  ["a living process of this host", { pid: alive }, alive],
  ["a process of this host that is gone", { pid: dead }, null],
  ["a process from before the machine started anew", { pid: alive, boot: "another" }, null],
  ["a process of another container, whatever lives here", { pid: dead, host: "c0ffee" }, dead],
  ["process 1 of another container", { pid: 1, host: "c0ffee" }, 1],
  ["this very process, or one before it with its id", { pid: process.pid }, null],
])("%s", (_, change, expected) => {
  const refused = taken({ ...own(), ...change });

  expect(refused?.pid ?? null).toBe(expected);
});

test("another host is named, with the way out where its process was killed", () => {
  const { message = "" } = taken({ ...own(), pid: 1, host: "c0ffee" }) ?? {};

  expect(message).toContain("is in use by process 1 of c0ffee: stop it");
  expect(message).toContain(`delete ${path}`);
});

test("locks of older releases, and those that a kill left half written, are read", () => {
  expect(taken(String(alive))?.pid).toBe(alive);
  expect(taken(String(dead))).toBeNull();
  expect(taken("")).toBeNull();
  expect(taken('{"pid":')).toBeNull();
});
