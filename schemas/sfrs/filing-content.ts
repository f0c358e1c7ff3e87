import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FilingType } from "../shapes/companies/filing.ts";
import { readDigests } from "./digests.ts";
import { loadRuntimeSchema } from "./load.ts";

/** A problem with one member of a filing's content. */
export interface ContentIssue {
  path: string[];
  code: string;
  message: string;
}

const validators = new Map<FilingType, ValidateFunction>();

/**
 * Validates a content against the active schema of its type; returns the problems. A filing may state only some lines
 * and names no CIK. So of the schema for whole statements, only the members, their names and their values are checked.
 */
export function contentIssues(type: FilingType, content: unknown): ContentIssue[] {
  const validate = validators.get(type) ?? compile(type);
  validators.set(type, validate);
  if (validate(content)) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => {
    const member =
      "additionalProperty" in params
        ? [String(params.additionalProperty)]
        : "missingProperty" in params
          ? [String(params.missingProperty)]
          : [];
    const path = [...instancePath.split("/").slice(1), ...member].map(unescapePointer);
    return {
      path: path.map((part) => part.slice(0, 100)),
      code: keyword,
      message: message ?? "is not valid",
    };
  });
}

/** Unescapes one part of a JSON pointer (RFC 6901). */
const unescapePointer = (part: string) => part.replace(/~1/g, "/").replace(/~0/g, "~");

function compile(type: FilingType): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  const version = activeVersion(type);
  const { schema } = loadRuntimeSchema(type, version);
  return ajv.compile(type === "financial_supplement" ? schema : partial(schema));
}

function activeVersion(type: FilingType): string {
  const active = Object.entries(readDigests()).filter(
    ([name, { isActive }]) => isActive && name.startsWith(`${type}/`),
  );
  const name = active.at(-1)?.[0];
  if (name === undefined) throw new Error(`no schema of ${type} is active`);
  return name.slice(type.length + 1);
}

interface StatementSchema {
  properties: Record<string, object> & { fields: object };
  $defs: object;
}

/** The schema for whole statements, with every line optional. */
function partial(schema: Record<string, unknown>): object {
  const { properties, $defs } = schema as unknown as StatementSchema;
  const { entity: _, fields, ...others } = properties;
  return {
    $schema: schema.$schema,
    type: "object",
    properties: { ...others, fields: { ...fields, required: [], minProperties: 1 } },
    required: ["currency", "fields"],
    additionalProperties: false,
    $defs,
  };
}
