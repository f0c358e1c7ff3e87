import type { SkillLevel } from "#schemas/shapes/platform/hiring.ts";
import { percentOf } from "./score.ts";

/**
 * Lists of the table `skill_holder` for skills of one weight, as integers of four bytes, big-endian: the part and the
 * number of the list's people, then the people.
 */
export interface WeighedLists {
  weight: number;
  lists: Buffer;
}

export interface RankedHolder {
  /** The person's number. */
  number: number;
  /** In ten thousandths. */
  score: number;
}

/** The places of levels in `skill_holder`. */
const levels: readonly (SkillLevel | null)[] = [
  null,
  "beginner",
  "intermediate",
  "advanced",
  "expert",
];
const percents = Int32Array.from(levels, percentOf);
const scoreMax = 10_000;

/**
 * The number of people who have one of the skills and score at least `least`, by the score of `matchSkills`, and the best
 * `limit` of them in no order. Hidden people are left out. `whole` is the weight of all wanted skills. Equal scores are
 * ordered by id, of which a part is the first byte: of the people with the lowest score among the best all those in the
 * parts that are needed are given, which may be more than `limit`. No number is above `most`.
 */
export function bestHolders(
  all: readonly WeighedLists[],
  hidden: readonly number[],
  { most, whole, least, limit }: { most: number; whole: number; least: number; limit: number },
): { total: number; best: RankedHolder[] } {
  const { people, points, parts } = sumPoints(all, most);
  for (const number of hidden) points[number] = 0;
  const counts = new Int32Array(scoreMax + 1);
  for (const number of people) {
    const score = Math.floor((200 * (points[number] as number) + whole) / (2 * whole));
    points[number] = score < least ? 0 : score;
    const place = scoreMax - (points[number] as number);
    counts[place] = (counts[place] as number) + 1;
  }
  const scores = points;
  // Hidden people and low scores are counted at zero.
  const total = people.length - (counts[scoreMax] as number);
  const { at, missing } = reach(counts, Math.min(limit, total));
  return { total, best: bestOf({ people, scores, parts }, scoreMax - at, missing) };
}

interface Scored {
  people: Int32Array;
  /** By number. */
  scores: Int32Array;
  /** By number. */
  parts: Uint8Array;
}

/** People above the score `lowest`, and those with it in the first parts that hold `missing` of them. */
function bestOf({ people, scores, parts }: Scored, lowest: number, missing: number) {
  const best: RankedHolder[] = [];
  if (missing === 0) return best;
  const tied: number[] = [];
  const counts = new Int32Array(256);
  for (const number of people) {
    const score = scores[number] as number;
    if (score > lowest) best.push({ number, score });
    if (score !== lowest) continue;
    tied.push(number);
    const part = parts[number] as number;
    counts[part] = (counts[part] as number) + 1;
  }
  const last = reach(counts, missing).at;
  for (const number of tied)
    if ((parts[number] as number) <= last) best.push({ number, score: lowest });
  return best;
}

/** Each holder once, and by number the sum of the points and the part. */
function sumPoints(all: readonly WeighedLists[], most: number) {
  const points = new Int32Array(most + 1);
  const parts = new Uint8Array(points.length);
  const people = new Int32Array(all.reduce((sum, { lists }) => sum + lists.length / 4, 0));
  let count = 0;
  for (const { weight, lists } of all) {
    const earned = percents.map((percent) => weight * percent);
    const view = new DataView(lists.buffer, lists.byteOffset, lists.length);
    for (let at = 0; at < lists.length; ) {
      const part = view.getInt32(at);
      const end = at + 8 + 4 * view.getInt32(at + 4);
      for (at += 8; at < end; at += 4) {
        const entry = view.getInt32(at);
        const number = entry >> 3;
        const before = points[number] as number;
        if (before === 0) {
          people[count] = number;
          count += 1;
          parts[number] = part;
        }
        points[number] = before + (earned[entry & 7] as number);
      }
    }
  }
  return { people: people.subarray(0, count), points, parts };
}

/** The first place at which the counts add up to `wanted`, and what was missing before it. */
function reach(counts: Int32Array, wanted: number): { at: number; missing: number } {
  let [at, missing] = [0, wanted];
  while (at < counts.length - 1 && (counts[at] as number) < missing) {
    missing -= counts[at] as number;
    at += 1;
  }
  return { at, missing };
}
