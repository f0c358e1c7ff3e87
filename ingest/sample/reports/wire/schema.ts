import type {
  FiledElement,
  FiledReport,
  FiledStatement,
} from "#schemas/shapes/companies/filed-report.ts";
import { escapeXml } from "../../error-pages.ts";
import { localOf, type Names, prefixOf } from "./names.ts";
import { type Place, placesOf } from "./roles.ts";
import { document, linkNamespaces, tag } from "./xml.ts";

/** A schema for each prefix of the filer's own elements, by file name; the first one names the roles. */
export function schemaFiles(report: FiledReport, names: Names): [string, Buffer][] {
  return names.own.map((prefix, place) => {
    const declared = Object.values(report.elements).filter(
      ({ qname, isOwn }) => isOwn && prefixOf(qname) === prefix,
    );
    const parts = [
      ...(place === 0 ? [annotation(report, names)] : []),
      ...declared.map(declaration),
    ];
    const root = tag(
      "xsd:schema",
      {
        "xmlns:xsd": "http://www.w3.org/2001/XMLSchema",
        "xmlns:xbrli": "http://www.xbrl.org/2003/instance",
        "xmlns:dtr-types": "http://www.xbrl.org/dtr/type/2022-03-31",
        ...linkNamespaces,
        targetNamespace: names.namespaces.get(prefix) ?? null,
        elementFormDefault: "qualified",
      },
      parts,
    );
    return [names.schemaFile(prefix), document(root)];
  });
}

function annotation(report: FiledReport, names: Names): string {
  const roles = placesOf(report, names).map((place) => {
    const definition = tag("link:definition", {}, escapeXml(definitionOf(place)));
    const usedOn = ["presentation", "calculation", "definition"].map((kind) =>
      tag("link:usedOn", {}, `link:${kind}Link`),
    );
    const attributes = { roleURI: place.role, id: `R${place.order}` };
    return tag("link:roleType", attributes, [definition, ...usedOn]);
  });
  return tag("xsd:annotation", {}, tag("xsd:appinfo", {}, roles));
}

/** "0000004 - Statement - CONSOLIDATED BALANCE SHEETS" */
function definitionOf({ order, statement }: Place): string {
  const title = statement?.title ?? `Note ${order}`;
  return `${String(order).padStart(7, "0")} - ${typeOf(statement)} - ${title}`;
}

function typeOf(statement: FiledStatement | null): string {
  if (statement === null || statement.kind === "other") return "Disclosure";
  return statement.kind === "cover" ? "Document" : "Statement";
}

const typesOfInstances = new Set(
  "monetary shares pure string decimal integer boolean date dateTime anyURI normalizedString".split(
    " ",
  ),
);

function declaration({ qname, type, periodType, balance }: FiledElement): string {
  const prefix = typesOfInstances.has(type ?? "") ? "xbrli" : "dtr-types";
  return tag("xsd:element", {
    id: qname.replace(":", "_"),
    name: localOf(qname),
    substitutionGroup: "xbrli:item",
    nillable: "true",
    type: type === null ? null : `${prefix}:${type}ItemType`,
    "xbrli:periodType": periodType,
    "xbrli:balance": balance,
  });
}
