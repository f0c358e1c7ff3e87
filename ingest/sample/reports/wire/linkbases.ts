import type { FiledDomain, FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { escapeXml } from "../../error-pages.ts";
import type { LabelRoles } from "./label-roles.ts";
import type { Names } from "./names.ts";
import { type PresentationArc, presentationArcs } from "./presentation-arcs.ts";
import { placesOf } from "./roles.ts";
import { document, linkNamespaces, tag } from "./xml.ts";

const arcRoles = "http://www.xbrl.org/2003/arcrole/";

/** The presentation of each place of the filing. */
export function presentationLinkbase(
  report: FiledReport,
  names: Names,
  labels: LabelRoles,
): Buffer {
  const links = placesOf(report, names).map(({ role, statement }) =>
    extendedLink("presentation", role, presentationArcs(statement, names, labels), names),
  );
  return document(tag("link:linkbase", linkNamespaces, links));
}

export function calculationLinkbase(report: FiledReport, names: Names): Buffer {
  const roles = new Map<string, Arc[]>();
  for (const { role, parent, child, weight, order } of report.calculations) {
    const arcs = roles.get(role) ?? [];
    roles.set(role, arcs);
    arcs.push({ from: parent, to: child, order, weight });
  }
  const links = [...roles].map(([role, arcs]) => extendedLink("calculation", role, arcs, names));
  return document(tag("link:linkbase", linkNamespaces, links));
}

/** The members of each axis, in the roles of the report's statements. */
export function definitionLinkbase(report: FiledReport, names: Names): Buffer {
  const links = placesOf(report, names).flatMap(({ role }) => {
    const arcs = report.domains
      .filter(({ roles }) => roles.includes(role))
      .flatMap((domain) => domainArcs(domain));
    return arcs.length === 0 ? [] : [extendedLink("definition", role, arcs, names)];
  });
  return document(tag("link:linkbase", linkNamespaces, links));
}

function domainArcs({ axis, default: whole, members }: FiledDomain): Arc[] {
  const above = [axis];
  const arcs = members.map(({ member, depth }, place): Arc => {
    above.length = depth + 1;
    const from = above[depth] ?? axis;
    above.push(member);
    const arcrole = `${dimensionRoles}${depth === 0 ? "dimension-domain" : "domain-member"}`;
    return { from, to: member, order: place + 1, arcrole };
  });
  const arcrole = `${dimensionRoles}dimension-default`;
  return whole === null ? arcs : [...arcs, { from: axis, to: whole, order: 1, arcrole }];
}

const dimensionRoles = "http://xbrl.org/int/dim/arcrole/";

interface Arc extends Partial<Pick<PresentationArc, "preferredLabel">> {
  from: string;
  to: string;
  order: number;
  weight?: number;
  arcrole?: string;
}

const relations = {
  presentation: "parent-child",
  calculation: "summation-item",
  definition: "domain-member",
};

function extendedLink(
  kind: keyof typeof relations,
  role: string,
  arcs: readonly Arc[],
  names: Names,
): string {
  const ends = new Set(arcs.flatMap(({ from, to }) => [from, to]));
  const parts = arcs.map(({ from, to, order, arcrole, weight = null, preferredLabel = null }) =>
    tag(`link:${kind}Arc`, {
      "xlink:type": "arc",
      "xlink:arcrole": arcrole ?? `${arcRoles}${relations[kind]}`,
      "xlink:from": locatorOf(from),
      "xlink:to": locatorOf(to),
      order,
      weight,
      preferredLabel,
    }),
  );
  const attributes = { "xlink:type": "extended", "xlink:role": role };
  return tag(`link:${kind}Link`, attributes, [...locators(ends, names), ...parts]);
}

const locatorOf = (qname: string) => `loc_${qname.replace(":", "_")}`;

const locators = (qnames: Iterable<string>, names: Names) =>
  [...qnames].map((qname) =>
    tag("link:loc", {
      "xlink:type": "locator",
      "xlink:href": names.hrefOf(qname),
      "xlink:label": locatorOf(qname),
    }),
  );

export function labelLinkbase(names: Names, { labels }: LabelRoles): Buffer {
  const parts = [...labels].flatMap(([qname, ofElement]) => {
    const resource = `lab_${qname.replace(":", "_")}`;
    const arc = tag("link:labelArc", {
      "xlink:type": "arc",
      "xlink:arcrole": `${arcRoles}concept-label`,
      "xlink:from": locatorOf(qname),
      "xlink:to": resource,
    });
    const texts = [...ofElement].map(([role, text]) => {
      const of = { "xlink:type": "resource", "xlink:label": resource, "xlink:role": role };
      return tag("link:label", { ...of, "xml:lang": "en-US" }, escapeXml(text));
    });
    return [...locators([qname], names), ...texts, arc];
  });
  const role = "http://www.xbrl.org/2003/role/link";
  const link = tag("link:labelLink", { "xlink:type": "extended", "xlink:role": role }, parts);
  return document(tag("link:linkbase", linkNamespaces, link));
}
