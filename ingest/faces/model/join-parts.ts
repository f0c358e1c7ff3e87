import type { FiledDomain, FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";

/** One report of the statements and the notes of a filing, which are stored apart. */
export function joinParts(face: FiledReport, notes: FiledReport | null): FiledReport {
  if (notes === null) return face;
  const statements = [...face.statements, ...notes.statements];
  const elements = Object.assign(Object.create(null), face.elements, notes.elements);
  return {
    ...face,
    statements: statements.sort((a, b) => a.order - b.order),
    calculations: [...face.calculations, ...notes.calculations],
    domains: joinDomains([...face.domains, ...notes.domains]),
    elements,
  };
}

/** Roles that arrange an axis alike share a domain. */
function joinDomains(domains: readonly FiledDomain[]): FiledDomain[] {
  const joined = new Map<string, FiledDomain>();
  for (const { roles, ...domain } of domains) {
    entry(joined, JSON.stringify(domain), () => ({ ...domain, roles: [] })).roles.push(...roles);
  }
  return [...joined.values()];
}
