import { z } from "zod";
import { loadRuntimeSchema } from "#schemas/sfrs/load.ts";
import { queryBoolean } from "#schemas/shapes/page.ts";
import { anyone } from "../../auth/access.ts";
import { metaEndpoint, storedEndpoint } from "../../http/endpoint.ts";
import { notFound } from "../../http/errors.ts";
import { v2, v2Bare } from "../../http/families.ts";
import {
  artifact,
  artifactParams,
  concept,
  conceptQuery,
  conceptsMeta,
  runtimeSchema,
} from "./schemas.ts";

const tag = "Open financial reporting standard";

export const sfrs = [
  metaEndpoint(v2, {
    at: "GET /sfrs/concepts",
    tag,
    summary: "List the concepts of the registry",
    description: "Mappings are in order of preference: the first that resolves in a filing wins.",
    access: anyone,
    query: conceptQuery,
    returns: z.array(concept),
    meta: conceptsMeta,
    freshness: "cached",
    handle: ({ query: { status, role, taxonomy }, deps: { registry } }) => {
      const data = registry.concepts.filter(
        (one) =>
          (status === undefined || one.status === status) &&
          (role === undefined || one.role === role) &&
          (taxonomy === undefined || one.mappings.some((tag) => tag.taxonomy === taxonomy)),
      );
      const { registryVersion, standardVersion, registrySha256 } = registry;
      return {
        data,
        meta: { registryVersion, standardVersion, registrySha256, count: data.length },
      };
    },
  }),

  metaEndpoint(v2, {
    at: "GET /sfrs/schemas",
    tag,
    summary: "List the registered versions of the runtime schemas",
    access: anyone,
    query: z.object({
      activeOnly: queryBoolean({ description: "Only versions in use", examples: [true] }),
    }),
    returns: z.array(runtimeSchema),
    meta: z.object({ count: z.int() }),
    freshness: "cached",
    handle: ({ query: { activeOnly }, deps: { runtimeSchemas } }) => {
      const data = runtimeSchemas.filter((one) => activeOnly !== true || one.isActive);
      return { data, meta: { count: data.length } };
    },
  }),

  storedEndpoint(v2Bare, {
    at: "GET /sfrs/schemas/:schemaType/:schemaVersion",
    tag,
    summary: "Read a runtime schema",
    description:
      "The JSON Schema that a converted payload was validated against, byte for byte: the SHA-256 of the answer is " +
      "the schemaSha256 of the list.",
    access: anyone,
    params: artifactParams,
    returns: artifact,
    extension: true,
    handle: ({ params: { schemaType, schemaVersion }, deps: { runtimeSchemas } }) => {
      const registered = runtimeSchemas.some(
        (one) => one.schemaType === schemaType && one.schemaVersion === schemaVersion,
      );
      if (!registered) throw notFound(`Schema "${schemaType}/${schemaVersion}"`);
      const { text, schemaSha256 } = loadRuntimeSchema(schemaType, schemaVersion);
      const etag = `"${schemaSha256}"`;
      return { identity: Buffer.from(text), gzip: null, etag, visibility: "public" as const };
    },
  }),
];
