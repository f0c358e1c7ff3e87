import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own that can be full. */
export interface SmallDisk {
  path: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Makes the disk larger, as somebody would who runs it. */
  enlarge(): void;
  remove(): void;
}

/** A disk of 16 MiB in memory, or null where this account may not mount one. */
export function openSmallDisk(): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), "tenk-disk-"));
  const mount = (options: string) =>
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path], { stdio: "ignore" });
  try {
    mount("size=16m");
  } catch {
    rmSync(path, { recursive: true });
    return null;
  }
  return {
    path,
    fill() {
      try {
        for (;;) appendFileSync(join(path, "filler"), Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    enlarge: () => mount("remount,size=256m"),
    remove() {
      execFileSync("umount", ["-l", path]);
      rmSync(path, { recursive: true });
    },
  };
}
