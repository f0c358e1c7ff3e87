/** The first quarter of the Financial Statement Data Sets. */
const first = "2009q1";

/** Quarters that somebody asks for, the oldest first. */
export interface AskedQuarters {
  /** By the names of their archives: 2010q2. */
  quarters: string[];
  /** Whether the last one is only the newest that can be: it may not be published yet. */
  isOpen: boolean;
}

/**
 * Reads `2010q2`, `2009q1..2010q2` or `2009q1..` (to the newest quarter that has ended by `now`). Returns a sentence
 * where the text is none of these or the quarters cannot be had.
 */
export function readQuarters(text: string, now: Date): AskedQuarters | string {
  const [, from, dots, to] = /^(\d{4}q[1-4])(\.\.)?(\d{4}q[1-4])?$/i.exec(text.trim()) ?? [];
  if (from === undefined || (to !== undefined && dots === undefined)) {
    return "Give a quarter such as 2010q2, or quarters: 2009q1..2010q2, 2009q1.. for all since then.";
  }
  const newest = newestEnded(now);
  const begin = from.toLowerCase();
  const end = to?.toLowerCase() ?? (dots === undefined ? begin : newest);
  if (begin < first) return `The data sets begin with ${first}.`;
  if (begin > newest || end > newest) return `The newest quarter that has ended is ${newest}.`;
  if (begin > end) return `${begin} is after ${end}.`;
  return { quarters: quartersFrom(begin, end), isOpen: dots !== undefined && to === undefined };
}

/** The newest quarters that have ended by then, at most so many, the oldest first. */
export function newestQuarters(count: number, now: Date): AskedQuarters {
  return { quarters: quartersFrom(first, newestEnded(now)).slice(-count), isOpen: true };
}

function newestEnded(now: Date): string {
  const [year, quarter] = [now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3)];
  return quarter === 0 ? `${year - 1}q4` : `${year}q${quarter}`;
}

function quartersFrom(begin: string, end: string): string[] {
  const numberOf = (name: string) => Number(name.slice(0, 4)) * 4 + Number(name.slice(5)) - 1;
  const [from, to] = [numberOf(begin), numberOf(end)];
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const at = from + i;
    return `${Math.floor(at / 4)}q${(at % 4) + 1}`;
  });
}
