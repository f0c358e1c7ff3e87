import type { Concept, Mapping, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { RuleCase } from "#schemas/shapes/companies/rule.ts";

/** Ends of the spans of a calendar year, and when their reports are filed. */
const spans = {
  Q1: { end: "03-31", filed: "2020-05-02", form: "10-Q" },
  M6: { end: "06-30", filed: "2020-08-02", form: "10-Q" },
  M9: { end: "09-30", filed: "2020-11-02", form: "10-Q" },
} as const;

interface Filing {
  year: number;
  end: string;
  filed: string;
  form: string;
}

/** The facts of a case: what each report states, all of one company and the fiscal year 2020. */
export function factsOf(one: RuleCase, registry: Registry): Fact[] {
  const annual: Filing = { year: 2020, end: "12-31", filed: "2021-02-15", form: "10-K" };
  const next = { ...annual, filed: "2022-02-15" };
  const before = Object.entries(one.before ?? {}).flatMap(([at, values]) =>
    statedIn(values ?? {}, { year: 2020, ...spans[at as keyof typeof spans] }, registry),
  );
  return [
    ...statedIn(one.prior ?? {}, { ...annual, year: 2019 }, registry),
    ...statedIn(one.filed, annual, registry),
    ...before,
    ...statedIn(one.restated ?? {}, next, registry),
    ...statedIn(one.next ?? {}, { ...next, year: 2021 }, registry),
  ];
}

function statedIn(values: RuleCase["filed"], filing: Filing, registry: Registry): Fact[] {
  return Object.entries(values).map(([key, value]) => factOf(key, value, filing, registry));
}

function factOf(
  key: string,
  value: string,
  { year, end, filed, form }: Filing,
  registry: Registry,
): Fact {
  const label = key.includes(":") ? key : labelOf(registry.bySnakeKey.get(key), key);
  const [taxonomy = "", tag = ""] = label.split(":");
  const concept = key.includes(":")
    ? registry.concepts.find((one) => one.mappings.some((mapping) => tagOf(mapping) === key))
    : registry.bySnakeKey.get(key);
  const isInstant = concept?.periodType === "instant";
  return {
    ...{ taxonomy, tag, unit: unitOf(concept?.dataType ?? "monetary") },
    ...{ start: isInstant ? null : `${year}-01-01`, end: `${year}-${end}` },
    ...{
      value,
      form,
      filed,
      accession: `0000000001-${filed.slice(2, 4)}-00${filed.slice(5, 7)}01`,
    },
    ...{ fy: year, fp: form === "10-K" ? "FY" : null, decimals: null, dimensions: null },
  };
}

const tagOf = ({ taxonomy, xbrlConcept }: Mapping) => `${taxonomy}:${xbrlConcept}`;

/** The first tag that any company files for the line. */
function labelOf(concept: Concept | undefined, key: string): string {
  const [mapping] =
    concept?.mappings.filter(({ templates, sign }) => !templates?.includes("bank") && sign === 1) ??
    [];
  if (!mapping) throw new Error(`no tag for ${key}`);
  return tagOf(mapping);
}

function unitOf(dataType: Concept["dataType"]): string {
  if (dataType === "monetary") return "USD";
  return dataType === "per_share" ? "USD/shares" : dataType;
}
