import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { stopOnSignals } from "#schemas/config/stop-on-signals.ts";
import { openLiteFolder } from "#schemas/database/lite-folder.ts";

afterEach(() => vi.restoreAllMocks());

test("a start that a signal has stopped creates no database", async () => {
  const handlers = new Map<string | symbol, () => void>();
  vi.spyOn(process, "on").mockImplementation((name, handler) => {
    handlers.set(name, handler as () => void);
    return process;
  });
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  stopOnSignals(() => new Promise(() => {}), {});
  const dataDir = await mkdtemp(join(tmpdir(), "tenk-stopped-"));

  handlers.get("SIGTERM")?.();

  await expect(openLiteFolder(dataDir)).rejects.toThrow("aborted");
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
