import { spawn } from "node:child_process";
import type { ScanSettings } from "#schemas/config/scan-settings.ts";

export type Verdict = "clean" | "refused";

/** What judges a document. */
export interface ScanHook {
  /** Throws where there is no verdict in time: another try may get one. */
  judge(bytes: Buffer, signal: AbortSignal): Promise<Verdict>;
}

const scanMs = 60_000;

/** The hook of the settings. A verdict takes at most a minute. */
export function openScanHook(settings: ScanSettings, timeMs = scanMs): ScanHook {
  const ask = settings.kind === "http" ? byRequest(settings) : byProgram(settings);
  return {
    judge: (bytes, signal) => ask(bytes, AbortSignal.any([signal, AbortSignal.timeout(timeMs)])),
  };
}

type Ask = (bytes: Buffer, signal: AbortSignal) => Promise<Verdict>;

/** A POST of the bytes: 2xx is clean, 422 is refused. */
const byRequest =
  ({ url }: { url: string }): Ask =>
  async (bytes, signal) => {
    const headers = { "content-type": "application/octet-stream" };
    const body = new Uint8Array(bytes);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal });
    await answer.body?.cancel();
    if (answer.ok) return "clean";
    if (answer.status === 422) return "refused";
    throw new Error(`the scan hook answered ${answer.status}`);
  };

/** A program that reads the bytes from its input: it ends with 0 for clean and 1 for refused, as clamdscan does. */
const byProgram =
  (settings: { program: string; arguments: readonly string[] }): Ask =>
  (bytes, signal) =>
    new Promise((resolve, reject) => {
      const running = spawn(settings.program, settings.arguments, {
        stdio: ["pipe", "ignore", "ignore"],
        signal,
        killSignal: "SIGKILL",
      });
      running.on("error", reject);
      running.on("close", (code) => {
        if (code === 0) resolve("clean");
        else if (code === 1) resolve("refused");
        else reject(new Error(`the scan program ended with ${code}`));
      });
      // A program that has seen enough ends before it has read all.
      running.stdin.on("error", () => {});
      running.stdin.end(bytes);
    });
