import { cpus, loadavg, totalmem } from "node:os";

/** One figure and what it is held against. */
export interface Finding {
  what: string;
  /** As the issue states it, or null for a figure that only informs. */
  goal: string | null;
  measured: string;
  isMet: boolean | null;
}

/** What a bench found: figures against goals, and tables with the detail. */
export interface BenchReport {
  findings: Finding[];
  details: { title: string; table: string }[];
  /** What a reader must know to judge the figures. */
  remarks: string[];
}

export interface BenchOptions {
  /** A folder laid out like EDGAR, or null for the bundled sample. */
  folder: string | null;
  /** Short runs, for trying the bench itself out. */
  isQuick: boolean;
  /** PostgreSQL waits for the disk at each commit (scale). */
  isDurable: boolean;
  /** Companies of the made-up universe. */
  universe: number;
  /** Rows of the platform's seed, as a share of its full size. */
  scale: number;
  /** PostgreSQL server of the platform's seed, which stays there; null for one that is made and thrown away. */
  server: string | null;
  /** The platform's operations with this text in their label; empty for all. */
  cases: string;
  /** Says what is going on. */
  say: (line: string) => void;
}

/** One measurement of `npm run bench`. */
export interface Bench {
  name: string;
  what: string;
  run(options: BenchOptions): Promise<BenchReport>;
}

/** A figure with an upper bound. */
export function atMost(what: string, bound: number, value: number, unit: string): Finding {
  return {
    what,
    goal: `≤ ${bound}${unit}`,
    measured: `${round(value)}${unit}`,
    isMet: value <= bound,
  };
}

/** A figure with a lower bound. */
export function atLeast(what: string, bound: number, value: number, unit = ""): Finding {
  return {
    what,
    goal: `≥ ${bound}${unit}`,
    measured: `${round(value)}${unit}`,
    isMet: value >= bound,
  };
}

/** A figure without a goal. */
export function figure(what: string, measured: string): Finding {
  return { what, goal: null, measured, isMet: null };
}

/** Three significant digits, whole numbers whole. */
export function round(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The figures of several benches with their goals. */
export function findingsTable(findings: readonly Finding[]): string {
  const verdict = ({ isMet }: Finding) => (isMet === null ? "" : isMet ? "met" : "**not met**");
  return table(
    ["figure", "goal", "measured", ""],
    findings.map((one) => [one.what, one.goal ?? "", one.measured, verdict(one)]),
  );
}

/** When and where the figures were taken, and how busy the machine was with other work. */
export function circumstances(now: Date): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(", ");
  return `${now.toISOString().slice(0, 10)}, ${process.platform} ${process.arch}, ${cpus().length} cores, ${gigabytes} GiB, Node ${process.version}; load average at the end ${load}`;
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
