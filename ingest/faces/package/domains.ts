import type {
  FiledDomain,
  FiledDomainMember,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import type { Relation } from "./networks.ts";

type Networks = ReadonlyMap<string, readonly Relation[]>;

const depthMax = 60;
const membersMax = 5_000;

/**
 * The domains of the axes that lines of the statements have. The definition linkbase says what stands below an axis;
 * where it has nothing of an axis, the presentation does. Roles that arrange an axis alike share a domain.
 */
export function domainsOf(
  definition: Networks,
  presentation: Networks,
  statements: readonly FiledStatement[],
): FiledDomain[] {
  const valued = valuedMembers(statements);
  const defined = found(definition, valued);
  const shown = found(presentation, valued);
  const domains = new Map<string, FiledDomain>();
  for (const axis of [...valued.keys()].sort()) {
    for (const { role, ...domain } of defined.get(axis) ?? shown.get(axis) ?? []) {
      const tree = domain.members.map(({ member, depth }) => `${depth} ${member}`);
      const key = `${axis}|${domain.default}|${tree.join("|")}`;
      entry(domains, key, (): FiledDomain => ({ axis, roles: [], ...domain })).roles.push(role);
    }
  }
  return [...domains.values()];
}

function valuedMembers(statements: readonly FiledStatement[]): Map<string, Set<string>> {
  const valued = new Map<string, Set<string>>();
  for (const { dimensions } of statements.flatMap(({ lines }) => lines)) {
    for (const { axis, member } of dimensions) entry(valued, axis, () => new Set()).add(member);
  }
  return valued;
}

interface Found {
  role: string;
  default: string | null;
  members: FiledDomainMember[];
}

/** The arrangement of each axis in each role. */
function found(networks: Networks, valued: ReadonlyMap<string, Set<string>>): Map<string, Found[]> {
  const byAxis = new Map<string, Found[]>();
  for (const [role, relations] of networks) {
    const children = new Map<string, string[]>();
    const defaults = new Map<string, string>();
    for (const { from, to, relation } of relations) {
      if (relation === "dimension-default") defaults.set(from, to);
      else entry(children, from, () => []).push(to);
    }
    for (const axis of children.keys()) {
      const used = valued.get(axis);
      const members = used ? withValues(treeBelow(axis, children), used) : [];
      if (members.length === 0) continue;
      const one = { role, default: defaults.get(axis) ?? null, members };
      entry(byAxis, axis, () => []).push(one);
    }
  }
  return byAxis;
}

/** A member that stands below itself is left out. */
function treeBelow(axis: string, children: ReadonlyMap<string, string[]>): FiledDomainMember[] {
  const members: FiledDomainMember[] = [];
  const path = new Set<string>([axis]);
  const visit = (above: string, depth: number) => {
    for (const member of children.get(above) ?? []) {
      if (path.has(member) || depth > depthMax || members.length >= membersMax) continue;
      members.push({ member, depth });
      path.add(member);
      visit(member, depth + 1);
      path.delete(member);
    }
  };
  visit(axis, 0);
  return members;
}

/** From the end up, a member is kept that has a value or stands above one that is kept. */
function withValues(members: readonly FiledDomainMember[], valued: ReadonlySet<string>) {
  const kept: FiledDomainMember[] = [];
  /** The depth at which the next kept member's parent is found. */
  let parentAt = -1;
  for (const one of members.toReversed()) {
    if (one.depth !== parentAt && !valued.has(one.member)) continue;
    parentAt = one.depth - 1;
    kept.push(one);
  }
  return kept.reverse();
}
