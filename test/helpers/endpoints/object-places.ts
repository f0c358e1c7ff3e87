/** What of JSON Schema the description uses in request bodies. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  examples?: unknown[];
  format?: string;
  minimum?: number;
  minItems?: number;
  additionalProperties?: boolean | Schema;
}

/** An object in a body: the schema of the object, and how to get there from the body. */
export interface ObjectPlace {
  path: readonly (string | 0)[];
  schema: Schema;
}

type Resolve = (ref: string) => Schema;

const partsOf = (schema: Schema): Schema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
];

const resolved = (schema: Schema, resolve: Resolve): Schema =>
  schema.$ref === undefined ? schema : resolve(schema.$ref);

/** Every object that a body of this schema can have, at any depth, each alternative of a union on its own. */
export function objectPlaces(
  given: Schema,
  resolve: Resolve,
  path: ObjectPlace["path"] = [],
): ObjectPlace[] {
  const schema = resolved(given, resolve);
  const own = schema.properties ?? (schema.type === "object" ? {} : undefined);
  return [
    ...(own === undefined ? [] : [{ path, schema }]),
    ...Object.entries(own ?? {}).flatMap(([name, one]) =>
      objectPlaces(one, resolve, [...path, name]),
    ),
    ...(schema.items === undefined ? [] : objectPlaces(schema.items, resolve, [...path, 0])),
    ...partsOf(schema).flatMap((one) => objectPlaces(one, resolve, path)),
  ];
}

const texts: Record<string, string> = {
  uuid: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  date: "2026-10-31",
  "date-time": "2099-01-01T00:00:00Z",
  uri: "https://example.com/",
  email: "ann@example.com",
};

/** A value that a schema takes: of an object the required members only. */
export function sampleOf(given: Schema, resolve: Resolve): unknown {
  const schema = resolved(given, resolve);
  const [part] = partsOf(schema);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.examples !== undefined) return schema.examples[0];
  if (part !== undefined) return sampleOf(part, resolve);
  const [type] = [schema.type].flat();
  if (type === "object") {
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [
        name,
        sampleOf(schema.properties?.[name] ?? {}, resolve),
      ]),
    );
  }
  if (type === "array") {
    return Array.from({ length: schema.minItems ?? 0 }, () =>
      sampleOf(schema.items ?? {}, resolve),
    );
  }
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return texts[schema.format ?? ""] ?? "text";
}

/** True for a member with one possible value, such as the kind in an alternative of a union. */
const isFixed = (schema: Schema) => schema.enum?.length === 1;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/**
 * A copy of a body that has the object of a place, with the members of `extra` in it. What is missing on the way is
 * made as the place's schema asks for it.
 */
export function withMembers(
  body: unknown,
  { path, schema }: ObjectPlace,
  extra: Record<string, unknown>,
  resolve: Resolve,
): unknown {
  const [step, ...rest] = path;
  if (step === undefined) {
    const sample = sampleOf(schema, resolve) as object;
    const given = isObject(body) ? body : {};
    // Of a union the good body is one alternative; for another one its own sample is taken.
    const isOther = Object.entries(schema.properties ?? {}).some(
      ([name, one]) => name in given && isFixed(one) && given[name] !== one.enum?.[0],
    );
    return { ...sample, ...(isOther ? {} : given), ...extra };
  }
  const inner = { path: rest, schema };
  if (step === 0) {
    const [first] = Array.isArray(body) ? body : [];
    return [withMembers(first, inner, extra, resolve)];
  }
  const given = isObject(body) ? body : {};
  return { ...given, [step]: withMembers(given[step], inner, extra, resolve) };
}
