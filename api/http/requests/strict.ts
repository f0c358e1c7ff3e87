import { z } from "zod";

/**
 * Returns the schema with every object in it, at any depth, refusing unknown members. Records, and objects with their
 * own catchall, stay unchanged.
 */
export function strictly(schema: z.ZodType): z.ZodType {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  if (schema instanceof z.ZodObject) {
    const shape = mapValues(schema.shape as Record<string, z.ZodType>, strictly);
    const catchall = def.catchall ?? z.never();
    return clone(schema, { ...def, shape, catchall });
  }
  const changed: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(def)) {
    if (part instanceof z.ZodType) changed[key] = strictly(part);
    else if (Array.isArray(part) && part.some((one) => one instanceof z.ZodType)) {
      changed[key] = part.map((one) => (one instanceof z.ZodType ? strictly(one) : one));
    }
  }
  return Object.keys(changed).length === 0 ? schema : clone(schema, { ...def, ...changed });
}

const clone = (schema: z.ZodType, def: object): z.ZodType =>
  z.clone(schema, def as never, { parent: true });

const mapValues = <T>(record: Record<string, T>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
