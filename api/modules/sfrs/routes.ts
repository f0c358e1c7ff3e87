import { z } from "zod";
import { loadRuntimeSchema } from "#schemas/sfrs/load.ts";
import { queryBoolean } from "#schemas/shapes/page.ts";
import { anyone } from "../../auth/access.ts";
import { stored, withMeta } from "../../http/answers.ts";
import { notFound } from "../../http/errors.ts";
import { moduleOf } from "../../http/module.ts";
import { v2, v2Bare } from "../../http/responses/families.ts";
import { artifact, concept, conceptQuery, conceptsMeta, params, runtimeSchema } from "./schemas.ts";

const { endpoint } = moduleOf({
  tag: "Open financial reporting standard",
  family: v2,
  access: anyone,
  params,
});

export const sfrs = [
  endpoint({
    at: "GET /sfrs/concepts",
    name: "listConcepts",
    summary: "List the concepts of the registry",
    description: "Mappings are in order of preference: the first that resolves in a filing wins.",
    query: conceptQuery,
    freshness: "cached",
    answers: withMeta(z.array(concept), conceptsMeta),
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

  endpoint({
    at: "GET /sfrs/schemas",
    name: "listSchemas",
    summary: "List the registered versions of the runtime schemas",
    description:
      "Each version has its hash. activeOnly leaves out those that are not in use any more.",
    query: z.object({
      activeOnly: queryBoolean({ description: "Only versions in use", examples: [true] }),
    }),
    freshness: "cached",
    answers: withMeta(z.array(runtimeSchema), z.object({ count: z.int() })),
    handle: ({ query: { activeOnly }, deps: { runtimeSchemas, publicUrl } }) => {
      const data = runtimeSchemas
        .filter((one) => activeOnly !== true || one.isActive)
        .map((one) => ({ ...one, canonicalSourceUrl: publicUrl + one.canonicalSourceUrl }));
      return { data, meta: { count: data.length } };
    },
  }),

  endpoint({
    family: v2Bare,
    at: "GET /sfrs/schemas/:schemaType/:schemaVersion",
    name: "getSchema",
    summary: "Get a runtime schema",
    description:
      "The JSON Schema that a converted payload was validated against, byte for byte: the SHA-256 of the answer is " +
      "the schemaSha256 of the list.",
    extension: true,
    answers: stored(artifact),
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
