import type { BreakdownKind } from "#schemas/shapes/companies/segments.ts";
import type { Attempt } from "./reconcile.ts";
import type { Row, RowSets } from "./rows.ts";

const bridgesMax = 6;

/**
 * The sets of rows that may be a breakdown, in groups: a later group is tried where none of the one before adds up.
 * Segments add up with the lines between them and the company, of which the filing may state some twice. Products,
 * places and customers hardly need such lines.
 */
export function attemptsFor(kind: BreakdownKind, sets: RowSets): Attempt[][] {
  const { plain, bridges, crossed } = sets;
  const before = beforeBridges(sets);
  const members = before.length > 0 && !isSame(before, plain) ? [plain, before] : [plain];
  const alone = members.map((rows) => ({ rows, memo: [] }));
  const bridged = members.flatMap((rows) => withSome(rows, bridges, crossed));
  const all = members.map((rows) => ({ rows: [...rows, ...bridges, ...crossed], memo: [] }));
  const groups = kind === "business" ? [[...alone, ...bridged], all] : [alone, bridged, all];
  return groups.map((group) => group.filter(({ rows }) => rows.some(isPart)));
}

/** Each member as it is before eliminations where the filing says so, else as it is. */
function beforeBridges({ plain, operating }: RowSets): Row[] {
  if (operating.length === 0) return [];
  const stated = new Set(operating.map(({ member }) => member));
  return [...operating, ...plain.filter(({ member }) => !stated.has(member))];
}

function isSame(a: readonly Row[], b: readonly Row[]): boolean {
  return a.length === b.length && a.every((row, place) => row === b[place]);
}

function isPart({ lineage }: Row): boolean {
  return lineage === "part";
}

/** The members with every choice of the lines between segments and company, from all of them to one. */
function withSome(members: readonly Row[], bridges: readonly Row[], crossed: readonly Row[]) {
  const choices = bridges.length <= bridgesMax ? 2 ** bridges.length - 1 : 1;
  const attempts: Attempt[] = [];
  for (let choice = choices; choice > 0; choice -= 1) {
    const isIn = (place: number) => bridges.length > bridgesMax || ((choice >> place) & 1) === 1;
    const used = bridges.filter((_, place) => isIn(place));
    const left = bridges.filter((_, place) => !isIn(place));
    if (used.length > 0)
      attempts.push({ rows: [...members, ...used], memo: [...left, ...crossed] });
  }
  return attempts;
}
