import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type FilingType, filingTypes } from "../shapes/companies/filing.ts";
import { type Digests, readDigests } from "./digests.ts";

/** A version of an SFRS runtime schema, with the specification's field names. */
export interface SchemaVersion {
  schemaType: FilingType;
  schemaVersion: string;
  /** SHA-256 of the schema file. It proves that the file is unchanged; it says nothing about documents. */
  schemaSha256: string;
  /** Address of the artifact at the API, without the host. */
  /** Path at this service; the API prepends its base URL. */
  canonicalSourceUrl: string;
  isActive: boolean;
  ingestedAt: string;
}

export interface RuntimeSchema extends SchemaVersion {
  /** The schema's `$id`, which a converted period names as `sfrsSchemaId`. */
  schemaId: string;
  /** The exact text of the schema file. */
  text: string;
  schema: Record<string, unknown>;
}

/** Every registered runtime schema, grouped by type, versions in ascending order of release. */
export function listRuntimeSchemas(): SchemaVersion[] {
  const versions = Object.entries(readDigests()).map(([name, digest]) => toVersion(name, digest));
  return filingTypes.flatMap((type) => versions.filter((v) => v.schemaType === type));
}

/**
 * Loads a registered schema. Throws when it is not registered, or when its bytes do not match the registered SHA-256: a
 * changed schema must never validate anything.
 */
export function loadRuntimeSchema(type: FilingType, version: string): RuntimeSchema {
  const name = `${type}/${version}`;
  const digest = readDigests()[name];
  if (!digest) throw new Error(`the runtime schema ${name} is not registered`);
  return parseRuntimeSchema(name, readFileSync(new URL(`${name}.json`, import.meta.url)), digest);
}

/** As `loadRuntimeSchema`, for given bytes. */
export function parseRuntimeSchema(
  name: string,
  bytes: Uint8Array,
  digest: Digests[string],
): RuntimeSchema {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== digest.schemaSha256) {
    throw new Error(`the runtime schema ${name} has changed: its SHA-256 is ${sha256}`);
  }
  const text = Buffer.from(bytes).toString("utf8");
  const schema = JSON.parse(text) as Record<string, unknown>;
  return { ...toVersion(name, digest), schemaId: String(schema.$id), text, schema };
}

export interface Validation {
  ok: boolean;
  /** One sentence per violation, starting with its path in the payload; empty when valid. */
  errors: string[];
}

const validators = new Map<string, ValidateFunction>();

/** Validates a payload against this schema. The schema is loaded and compiled once per process. */
export function validatePayload(type: FilingType, version: string, payload: unknown): Validation {
  const name = `${type}/${version}`;
  const validate = validators.get(name) ?? compile(type, version);
  validators.set(name, validate);
  if (validate(payload)) return { ok: true, errors: [] };
  const errors = (validate.errors ?? [])
    .filter((error) => error.keyword !== "if")
    .map(({ instancePath, message, params }) => {
      const extra = "additionalProperty" in params ? ` (${params.additionalProperty})` : "";
      return `${instancePath || "/"} ${message ?? "is not valid"}${extra}`;
    });
  return { ok: false, errors };
}

function compile(type: FilingType, version: string): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  return ajv.compile(loadRuntimeSchema(type, version).schema);
}

function toVersion(name: string, digest: Digests[string]): SchemaVersion {
  const [type, version] = name.split("/");
  const schemaType = filingTypes.find((known) => known === type);
  if (!schemaType || !version) throw new Error(`digests.json: ${name} is not a type and a version`);
  return {
    schemaType,
    schemaVersion: version,
    schemaSha256: digest.schemaSha256,
    canonicalSourceUrl: `/v2/sfrs/schemas/${name}`,
    isActive: digest.isActive,
    ingestedAt: digest.ingestedAt,
  };
}
