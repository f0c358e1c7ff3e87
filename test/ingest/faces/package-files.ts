/** A made-up filing of one company as the XBRL files that filers send. */

const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const linkbaseHead = `<linkbase xmlns="http://www.xbrl.org/2003/linkbase" ${xlink}>`;
const gaap = "http://fasb.org/us-gaap/2024/elts/us-gaap-2024.xsd#us-gaap_";

const regulators = "https://xbrl.sec.gov/dei/2024/dei-2024.xsd#";

/** "us-gaap_Assets", "dei_DocumentType" or "one_Own": the id of an element. */
function hrefOf(id: string): string {
  if (id.startsWith("us-gaap_")) return `${gaap}${id.slice(8)}`;
  return /^(?:dei|country)_/.test(id) ? `${regulators}${id}` : `one-20241231.xsd#${id}`;
}

export interface ArcText {
  from: string;
  to: string;
  order?: number;
  /** The last word of the role of the preferred label. */
  label?: string;
  /** The last word of the arc role. */
  relation?: string;
  more?: string;
}

const arcText = (
  kind: string,
  { from, to, order = 1, label, relation = "x", more = "" }: ArcText,
) =>
  `<${kind}Arc xlink:type="arc" xlink:arcrole="http://role.example/${relation}" xlink:from="${from}" xlink:to="${to}" order="${order}" ` +
  `${label ? `preferredLabel="http://www.xbrl.org/2003/role/${label}"` : ""} ${more}/>`;

/** A linkbase with one extended link for each role. */
export function linkbase(
  kind: "presentation" | "calculation" | "definition",
  roles: Record<string, ArcText[]>,
) {
  const links = Object.entries(roles).map(([role, arcs]) => {
    const ids = new Set(arcs.flatMap(({ from, to }) => [from, to]));
    const locators = [...ids].map(
      (id) => `<loc xlink:type="locator" xlink:label="${id}" xlink:href="${hrefOf(id)}"/>`,
    );
    const texts = arcs.map((arc) => arcText(kind, arc));
    return `<${kind}Link xlink:type="extended" xlink:role="${role}">${locators.join("")}${texts.join("")}</${kind}Link>`;
  });
  return `${linkbaseHead}${links.join("")}</linkbase>`;
}

/** Labels by the id of the element and the last word of their role. */
export function labelLinkbase(labels: Record<string, Record<string, string>>) {
  const parts = Object.entries(labels).map(
    ([id, roles]) =>
      `<loc xlink:type="locator" xlink:label="${id}" xlink:href="${hrefOf(id)}"/>` +
      `<labelArc xlink:type="arc" xlink:arcrole="x" xlink:from="${id}" xlink:to="l_${id}"/>` +
      Object.entries(roles)
        .map(
          ([role, text]) =>
            `<label xlink:type="resource" xlink:label="l_${id}" xml:lang="en-US" xlink:role="http://www.xbrl.org/2003/role/${role}">${text}</label>`,
        )
        .join(""),
  );
  return `${linkbaseHead}<labelLink xlink:type="extended" xlink:role="r">${parts.join("")}</labelLink></linkbase>`;
}

export function schema(definitions: Record<string, string>, elements = "") {
  const roles = Object.entries(definitions).map(
    ([uri, text]) =>
      `<link:roleType roleURI="${uri}"><link:definition>${text}</link:definition></link:roleType>`,
  );
  return (
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:link="http://www.xbrl.org/2003/linkbase" ' +
    'xmlns:xbrli="http://www.xbrl.org/2003/instance" targetNamespace="http://one.example/20241231">' +
    `<xs:annotation><xs:appinfo>${roles.join("")}</xs:appinfo></xs:annotation>${elements}</xs:schema>`
  );
}

export interface FactText {
  /** "us-gaap:Assets" */
  name: string;
  value: string;
  context: string;
  unit?: string | null;
  more?: string;
}

export const context = (id: string, period: string, segment = "", cik = "0000000001") => {
  const [start, end] = period.split("/");
  const dates = end
    ? `<startDate>${start}</startDate><endDate>${end}</endDate>`
    : `<instant>${start}</instant>`;
  const inside = segment && `<segment>${segment}</segment>`;
  return (
    `<context id="${id}"><entity><identifier scheme="http://www.sec.gov/CIK">${cik}</identifier>${inside}</entity>` +
    `<period>${dates}</period></context>`
  );
};

export const member = (axis: string, value: string) =>
  `<xbrldi:explicitMember dimension="${axis}">${value}</xbrldi:explicitMember>`;

export function instance(contexts: readonly string[], facts: readonly FactText[]) {
  const texts = facts.map(({ name, value, context: ref, unit = "usd", more = "" }, i) => {
    const number = unit === null ? "" : `unitRef="${unit}" decimals="-6"`;
    return `<${name} id="f-${i}" contextRef="${ref}" ${number} ${more}>${value}</${name}>`;
  });
  return (
    '<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:us-gaap="http://fasb.org/us-gaap/2024" ' +
    'xmlns:dei="http://xbrl.sec.gov/dei/2024" xmlns:one="http://one.example/20241231" ' +
    'xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:iso4217="http://www.xbrl.org/2003/iso4217">' +
    `${contexts.join("")}<unit id="usd"><measure>iso4217:USD</measure></unit>${texts.join("")}</xbrl>`
  );
}

export const filesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
