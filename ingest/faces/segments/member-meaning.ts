import { localName } from "./axis-meaning.ts";

export type MemberMeaning = "elimination" | "unallocated" | "segments" | "company" | "other";

const shapes: readonly [RegExp, MemberMeaning][] = [
  // What the whole company or all its segments are.
  [/^(?:OperatingSegments|ReportableSegments?|OperatingSegmentsExcluding\w*)$/, "segments"],
  [/^(?:Consolidated|ConsolidatedEntities|ParentCompany|ReportableLegalEntities)$/, "company"],
  [/^EntitysTotal\w*$/, "company"],
  // "Corporate reconciling items and eliminations" are more than what segments sell each other.
  [/^corporate\w*(?:reconcil|unallocated)/i, "unallocated"],
  [/eliminat|intersegment|intercompany/i, "elimination"],
  [/reconcil|unallocated|non_?segment/i, "unallocated"],
  // A corporate bank is a segment.
  [/^(?:other)?corporate(?:segment|expenses?|costs?|items?)?$/i, "unallocated"],
  [/^corporate(?:and)?(?:all)?other/i, "unallocated"],
];

/** What a member is by the name of its element. `other` is a segment, a product, a place … */
export function meaningOfMember(member: string): MemberMeaning {
  // Filers call members of their own domains as well.
  if (/^(?:us-gaap|srt|ifrs-full):\w+Domain$/.test(member)) return "company";
  const name = bareName(member);
  return shapes.find(([shape]) => shape.test(name))?.[1] ?? "other";
}

/** Data sets write names without prefix and without the last word. */
export function bareName(member: string): string {
  return localName(member).replace(/(?:Member|Domain)$/, "");
}
