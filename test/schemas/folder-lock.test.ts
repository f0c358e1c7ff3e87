import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockFile } from "#schemas/database/file-lock.ts";
import { FolderInUseError, lockFolder } from "#schemas/database/folder-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "tenk-lock-"));
const path = join(folder, "tenk.lock");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of this process, as it writes it itself. */
function own(): { pid: number; host: string; boot: string | null; mutex?: true } {
  rmSync(path, { force: true });
  const lock = lockFolder(folder);
  const owner = JSON.parse(readFileSync(path, "utf8"));
  lock.release();
  return owner;
}

/** As releases before 0.3 wrote it. */
const older = () => ({ ...own(), mutex: undefined });

const alive = process.ppid;
/** Above the highest id that Linux gives. */
const dead = 4_194_305;

/** Null when the folder could be locked, else who holds it. */
const taken = (content: unknown): string | null => {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return refusal()?.holder ?? null;
};

function refusal(): FolderInUseError | null {
  try {
    lockFolder(folder).release();
    return null;
  } catch (error) {
    if (error instanceof FolderInUseError) return error;
    throw error;
  }
}

test("a lock says process and host, and a release removes it", () => {
  expect(own()).toMatchObject({ pid: process.pid, host: hostname() });
  expect(readdirSync(folder)).toEqual(["tenk.mutex"]);
  expect(statSync(join(folder, "tenk.mutex"))).toMatchObject({ size: 0, mode: 0o100600 });
});

test.each([
  ["a process of this host, whatever has its id now", { pid: alive }, null],
  ["this very process, or one before it with its id", { pid: process.pid }, null],
  ["a process from before the machine started anew", { pid: alive, boot: "another" }, null],
  ["another container of this machine", { pid: 1, host: "c0ffee" }, null],
  [
    "a process of another machine",
    { pid: dead, host: "c0ffee", boot: "another" },
    `process ${dead} of c0ffee`,
  ],
  [
    "a process of another host that knows no boot id",
    { pid: 1, host: "c0ffee", boot: null },
    "process 1 of c0ffee",
  ],
])("left by %s", (_, change, expected) => {
  expect(taken({ ...own(), ...change })).toBe(expected);
});

test.each([
  ["a living process of this host", { pid: alive }, `process ${alive}`],
  ["a process of this host that is gone", { pid: dead }, null],
  ["a process from before the machine started anew", { pid: alive, boot: "another" }, null],
  ["a process of another container", { pid: dead, host: "c0ffee" }, `process ${dead} of c0ffee`],
  ["this very process, or one before it with its id", { pid: process.pid }, null],
])("written by an older release: %s", (_, change, expected) => {
  expect(taken({ ...older(), ...change })).toBe(expected);
});

test("another machine is named, with the way out where its process was killed", () => {
  writeFileSync(path, JSON.stringify({ ...own(), pid: 1, host: "c0ffee", boot: "another" }));
  const { message = "" } = refusal() ?? {};

  expect(message).toContain("is in use by process 1 of c0ffee: stop it");
  expect(message).toContain(`delete ${path}`);
});

test("the oldest locks, and those that a kill left half written, are read", () => {
  expect(taken(String(alive))).toBe(`process ${alive}`);
  expect(taken(String(dead))).toBeNull();
  expect(taken("")).toBeNull();
  expect(taken('{"pid":')).toBeNull();
});

test("while the system's lock is held, no name in the file frees the folder", () => {
  const name = own();
  const held = lockFile(join(folder, "tenk.mutex"));
  try {
    expect(taken({ ...name, pid: dead })).toBe("another process");
    expect(taken(name)).toBe("another process");
    expect(taken({ ...name, pid: alive })).toBe(`process ${alive}`);
    expect(taken({ ...name, pid: 1, host: "c0ffee" })).toBe("process 1 of c0ffee");
    // Deleting the file does not help there, and is not advised.
    expect(refusal()?.message).not.toContain("delete");
    rmSync(path);
    expect(taken("")).toBe("another process");
  } finally {
    held?.release();
  }
  expect(taken("")).toBeNull();
});

test("a second call of one process is refused, and the first one keeps its lock", () => {
  const lock = lockFolder(folder);
  expect(refusal()).not.toBeNull();
  expect(refusal()).not.toBeNull();
  lock.release();
  expect(refusal()).toBeNull();
});

test("a folder that is missing is named", () => {
  expect(() => lockFolder(join(folder, "missing"))).toThrow(/ENOENT.*tenk\.mutex/);
});
