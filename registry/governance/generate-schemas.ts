import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import {
  fiscalPeriods,
  type StatementType,
  statementTypes,
} from "#schemas/shapes/companies/statement.ts";
import { sha256Hex } from "../current/digest.ts";
import { replaceFile } from "./replace-file.ts";

type Json = Record<string, unknown>;

/** Decimal text without exponent, plus sign or outer zeros. */
const decimal = "^-?(0|[1-9]\\d*)(\\.\\d+)?$";
const date = "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$";

/** A runtime schema artifact, with the exact text of its file. */
export interface SchemaArtifact {
  type: StatementType;
  version: string;
  text: string;
}

/** One artifact per statement type, at the registry's standard version. Pure: the same registry, the same text. */
export function generateSchemas(registry: Registry): SchemaArtifact[] {
  return statementTypes.map((type) => {
    const version = registry.standardVersion;
    const concepts = registry.concepts.filter((c) => c.statement === type);
    return {
      type,
      version,
      text: `${JSON.stringify(payloadSchema(type, version, concepts), null, 2)}\n`,
    };
  });
}

/**
 * In words, which statements need another version of their schema because their lines changed: empty while the
 * registered ones of `standardVersion` are what the concepts say. Throws where a line would be lost.
 */
export function schemaChanges(registry: Registry, folder: URL): string[] {
  return generateSchemas(registry).flatMap((artifact) => {
    const { type, version, text } = artifact;
    for (const earlier of readArtifacts(type, folder)) checkAdditive(earlier, artifact);
    const url = new URL(`${type}/${version}.json`, folder);
    const textOnDisk = existsSync(url) ? readFileSync(url, "utf8") : null;
    if (textOnDisk === text) return [];
    const added = textOnDisk === null ? [] : keysBeside(lineKeys(text), lineKeys(textOnDisk));
    return [`${type}${added.length > 0 ? ` with ${added.join(", ")}` : ""}`];
  });
}

function readArtifacts(type: StatementType, folder: URL): string[] {
  const typeFolder = new URL(`${type}/`, folder);
  const names = existsSync(typeFolder) ? readdirSync(typeFolder) : [];
  return names.map((name) => readFileSync(new URL(name, typeFolder), "utf8"));
}

/**
 * Throws unless every line of `earlier` (the text of an older artifact of the same type) is still there:
 * statement lines are added strictly additively.
 */
function checkAdditive(earlier: string, next: SchemaArtifact): void {
  const problems = additionProblems(earlier, next);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Sentences on lines of `earlier` that `next` does not have, or does not require any more. */
export function additionProblems(earlier: string, next: SchemaArtifact): string[] {
  const lost = keysBeside(lineKeys(earlier), lineKeys(next.text));
  const freed = keysBeside(requiredKeys(earlier), requiredKeys(next.text)).filter(
    (key) => !lost.includes(key),
  );
  const name = `${next.type} ${next.version}`;
  return [
    ...(lost.length > 0 ? [`${name} would drop ${lost.join(", ")}, which is not allowed.`] : []),
    ...(freed.length > 0
      ? [`${name} would no longer require ${freed.join(", ")}, which is not allowed.`]
      : []),
  ];
}

const keysBeside = (keys: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...keys].filter((key) => !others.has(key));

interface Payload {
  properties?: { fields?: { properties?: Json; required?: string[] } };
}

const fieldsOf = (text: string) => (JSON.parse(text) as Payload).properties?.fields ?? {};

const lineKeys = (text: string) => new Set(Object.keys(fieldsOf(text).properties ?? {}));

const requiredKeys = (text: string) => new Set(fieldsOf(text).required ?? []);

function payloadSchema(type: StatementType, version: string, concepts: readonly Concept[]): Json {
  // A deprecated line stays, as a null that says so: its schema is the one that it was released with.
  const lines = concepts.filter(({ status }) => status !== "proposed");
  const keys = lines.map((concept) => concept.snakeKey);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:sfrs:schema:${type}:${version}`,
    title: `SFRS ${type} ${version}: the strict payload of a converted period`,
    ...strictObject({
      schemaType: { const: type },
      schemaVersion: { const: version },
      entity: strictObject({ cik: { type: "string", pattern: "^\\d{10}$" } }),
      period: strictObject({
        fiscalYear: { type: "integer", minimum: 1900, maximum: 2999 },
        fiscalPeriod: { enum: [...fiscalPeriods] },
        periodStart: { type: "string", pattern: date },
        periodEnd: { type: "string", pattern: date },
      }),
      currency: currencyOf(type),
      fields: strictObject(Object.fromEntries(keys.map((key) => [key, { $ref: "#/$defs/value" }]))),
      notApplicable: {
        description:
          "Lines that are null because they do not apply to the industry template, may not be computed for this period, or belong to a standard not yet in force.",
        type: "array",
        items: { enum: keys },
        uniqueItems: true,
      },
    }),
    allOf: lines.filter((c) => c.prevalence === "universal").map(universalRule),
    $defs: { value: { type: ["string", "null"], pattern: decimal } },
  };
}

function strictObject(properties: Json): Json {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

// Shares and per-share lines exist for filers whose reporting currency no filing states.
function currencyOf(type: StatementType): Json {
  const code = { type: "string", pattern: "^[A-Z]{3}$" };
  return type === "company_facts" ? { anyOf: [code, { type: "null" }] } : code;
}

/** A universal line is null exactly when `notApplicable` lists it. */
function universalRule({ snakeKey }: Concept): Json {
  const field = (type: string) => ({
    properties: { fields: { type: "object", properties: { [snakeKey]: { type } } } },
  });
  return {
    type: "object",
    if: { properties: { notApplicable: { type: "array", contains: { const: snakeKey } } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    then: field("null"),
    else: field("string"),
  };
}

interface Digest {
  schemaSha256: string;
  isActive: boolean;
  ingestedAt: string;
}

/** Writes what is new into `folder` and records its digest; a released artifact is never rewritten. */
export function writeSchemas(registry: Registry, folder: URL, today: string): string[] {
  const digestsUrl = new URL("digests.json", folder);
  const digests: Record<string, Digest> = existsSync(digestsUrl)
    ? JSON.parse(readFileSync(digestsUrl, "utf8"))
    : {};
  const fresh = generateSchemas(registry).filter((artifact) => isNew(artifact, folder, digests));
  for (const { type, version, text } of fresh) {
    for (const [name, digest] of Object.entries(digests)) {
      if (name.startsWith(`${type}/`)) digest.isActive = false;
    }
    mkdirSync(new URL(`${type}/`, folder), { recursive: true });
    replaceFile(new URL(`${type}/${version}.json`, folder), text);
    digests[`${type}/${version}`] = {
      schemaSha256: sha256Hex(text),
      isActive: true,
      ingestedAt: today,
    };
  }
  replaceFile(digestsUrl, `${JSON.stringify(digests, null, 2)}\n`);
  return fresh.map(({ type, version }) => `${type}/${version}.json`);
}

/** Also where an interrupted release left the file without its digest. */
function isNew(
  artifact: SchemaArtifact,
  folder: URL,
  digests: Readonly<Record<string, Digest>>,
): boolean {
  const { type, version, text } = artifact;
  for (const earlier of readArtifacts(type, folder)) checkAdditive(earlier, artifact);
  const url = new URL(`${type}/${version}.json`, folder);
  if (!existsSync(url)) return true;
  if (readFileSync(url, "utf8") === text) return digests[`${type}/${version}`] === undefined;
  throw new Error(
    `${type} ${version} is released and would change: another standardVersion is needed.`,
  );
}
