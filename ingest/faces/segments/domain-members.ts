import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import type { Above } from "./reconcile.ts";

const known = new WeakMap<FiledReport, Map<string, Map<string, Set<string>>>>();

/** The members that any role of the filing arranges above a member of the axis, the nearest first. */
export function aboveIn(report: FiledReport, axis: string): Above {
  const byAxis = entry(knownOf(report), axis, () => treeOf(report, axis));
  return (member) => [...(byAxis.get(member) ?? [])];
}

function knownOf(report: FiledReport) {
  let byAxis = known.get(report);
  if (!byAxis) {
    byAxis = new Map();
    known.set(report, byAxis);
  }
  return byAxis;
}

function treeOf({ domains }: FiledReport, axis: string): Map<string, Set<string>> {
  const above = new Map<string, Set<string>>();
  for (const { axis: name, members } of domains) {
    if (name !== axis) continue;
    const path: string[] = [];
    for (const { member, depth } of members) {
      path.length = Math.min(path.length, depth);
      const set = entry(above, member, () => new Set());
      for (const one of path.toReversed()) set.add(one);
      path[depth] = member;
    }
  }
  return above;
}
