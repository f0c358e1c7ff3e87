import swagger, { type SwaggerTransformObject } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { optionalBodyMark } from "./openapi.ts";

/** Serves the API description: a page at /api/docs that loads nothing from other hosts, and JSON at /api/openapi. */
export function describeApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: description,
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      withoutUnused(withOptionalBodies(jsonSchemaTransformObject(document) as Described)),
  });
  app.register((pages, _options, done) => {
    pages.addHook("onRoute", (route) => {
      route.config = { ...route.config, isDocumentation: true };
    });
    pages.register(swaggerUi, {
      routePrefix: "/api/docs",
      staticCSP: pagePolicy,
      uiConfig: { docExpansion: "list", deepLinking: true, validatorUrl: null },
      theme: {
        title: "Tenk API",
        css: [{ filename: "tenk.css", content: ".topbar { display: none }" }],
      },
    });
    pages.get("/api/openapi", { schema: { hide: true } as object }, () => app.swagger());
    done();
  });
}

const pagePolicy =
  "default-src 'self'; base-uri 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
  "object-src 'none'; frame-ancestors 'none'";

const description = {
  openapi: "3.1.0",
  info: {
    title: "Tenk",
    version: "2.0.0",
    description:
      "Public company data, from filing to terminal. Figures come from filings with the U.S. Securities and " +
      "Exchange Commission; they are analysis only, not investment advice, and may contain errors. " +
      "Paths under /v2 are canonical for new integrations. Operations marked x-extension are additions to the specification. A deprecated operation is announced at " +
      "least 12 months before its removal (Sunset header).",
  },
  components: {
    securitySchemes: {
      bearer: {
        type: "http" as const,
        scheme: "bearer",
        description: "An access token or an API key",
      },
      apiKey: { type: "apiKey" as const, in: "header" as const, name: "X-API-Key" },
      client: {
        type: "http" as const,
        scheme: "basic",
        description:
          "client_id and client_secret of an OAuth application; the body may carry them instead",
      },
    },
  },
};

type Described = ReturnType<SwaggerTransformObject>;

interface DescribedOperation {
  requestBody?: { required?: boolean };
  [optionalBodyMark]?: boolean;
}

/** Marks optional bodies. The framework describes every body as required. */
function withOptionalBodies(document: Described): Described {
  const items = Object.values(document.paths ?? {}) as Record<string, DescribedOperation>[];
  for (const operation of items.flatMap((item) => Object.values(item))) {
    if (operation[optionalBodyMark] && operation.requestBody)
      operation.requestBody.required = false;
    delete operation[optionalBodyMark];
  }
  return document;
}

/** Removes named schemas that nothing refers to, such as input forms of answers and envelopes of other families. */
function withoutUnused(document: Described): Described {
  const { paths, components } = document as {
    paths?: unknown;
    components?: { schemas?: Record<string, unknown> };
  };
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part ?? {}).matchAll(referencePattern)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } } as Described;
}

const referencePattern = /"#\/components\/schemas\/([^"]+)"/g;
