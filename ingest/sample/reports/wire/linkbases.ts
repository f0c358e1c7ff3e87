import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
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

interface Arc extends Partial<Pick<PresentationArc, "preferredLabel">> {
  from: string;
  to: string;
  order: number;
  weight?: number;
}

const relations = { presentation: "parent-child", calculation: "summation-item" };

function extendedLink(
  kind: keyof typeof relations,
  role: string,
  arcs: readonly Arc[],
  names: Names,
): string {
  const ends = new Set(arcs.flatMap(({ from, to }) => [from, to]));
  const parts = arcs.map(({ from, to, order, weight = null, preferredLabel = null }) =>
    tag(`link:${kind}Arc`, {
      "xlink:type": "arc",
      "xlink:arcrole": `${arcRoles}${relations[kind]}`,
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
