/** LIKE patterns (with `\` as escape) of the texts that one slip turns into the typed one. */
export interface OneSlip {
  /** Two letters swapped or one doubled: few texts, each as it is. */
  swappedOrDoubled: string[];
  /** One letter dropped. */
  dropped: string[];
  /** One letter replaced, or one too many. */
  other: string[];
}

/** Possible intended texts: every text one edit (insertion, deletion, replacement, swap) away. */
export function oneSlip(typed: string): OneSlip {
  const letters = [...typed];
  const swappedOrDoubled = new Set<string>();
  const dropped = new Set<string>();
  const other = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).map(escapeLike).join("");
    const [here, next] = [letters[at], letters[at + 1]];
    dropped.add(`${before}_${tail(letters, at)}`);
    if (here === undefined) continue;
    other.add(`${before}_${tail(letters, at + 1)}`);
    (here === next ? swappedOrDoubled : other).add(before + tail(letters, at + 1));
    if (next === undefined || here === next) continue;
    swappedOrDoubled.add(before + escapeLike(next) + escapeLike(here) + tail(letters, at + 2));
  }
  return { swappedOrDoubled: [...swappedOrDoubled], dropped: [...dropped], other: [...other] };
}

/**
 * LIKE patterns of which every text one slip away from the typed one meets one: its first half was typed right, its
 * second half was, or the two letters in the middle were swapped. The text has at least two letters.
 */
export function halvesOf(typed: string): string[] {
  const letters = [...typed];
  const middle = Math.floor(letters.length / 2);
  const start = letters.slice(0, middle);
  const [last = "", next = ""] = [start.at(-1), letters[middle]];
  const swapped = [...start.slice(0, -1), next, last, ...letters.slice(middle + 1)];
  return [`${tail(start, 0)}%`, `%${tail(letters, middle)}`, tail(swapped, 0)];
}

const tail = (letters: string[], from: number) => letters.slice(from).map(escapeLike).join("");

/** The text with LIKE's wildcards made literal. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** A typed ticker as tickers are stored: upper case, a hyphen before the share class. */
export const storedTicker = (typed: string) => typed.trim().toUpperCase().replace(/[./ ]/g, "-");
