import { readdirSync, readFileSync } from "node:fs";

/** The most memory that a process has had resident, in MB; null where the system does not say. */
export function peakMemoryMb(pid: number | "self"): number | null {
  const kilobytes = statusOf(pid, "VmHWM");
  return kilobytes === null ? null : kilobytes / 1024;
}

/** The largest peak of a process and those below it; npm and a shell stand between us and the service. */
export function peakTreeMb(pid: number): number | null {
  const peaks = [pid, ...descendants(pid)].flatMap((one) => peakMemoryMb(one) ?? []);
  return peaks.length === 0 ? null : Math.max(...peaks);
}

function descendants(pid: number): number[] {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const children = pids.map(Number).filter((one) => statusOf(one, "PPid") === pid);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

function statusOf(pid: number | "self", name: string): number | null {
  try {
    const [, value] =
      new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ??
      [];
    return value === undefined ? null : Number(value);
  } catch {
    return null;
  }
}
