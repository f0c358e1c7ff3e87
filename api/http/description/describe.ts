import swagger from "@fastify/swagger";
import swaggerUi, { type FastifySwaggerUiOptions } from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { version } from "#schemas/version.ts";
import { iconSvg } from "../../pages/layout.ts";
import { notFound } from "../errors.ts";
import type { DescribedApi } from "./described.ts";
import { completeDocument } from "./document.ts";
import { describeGroup } from "./groups.ts";
import { indexPage, viewerDefinitions } from "./index-page.ts";
import { tags } from "./tags.ts";

/** Serves the API description: a page at /api/docs with groups of operations, which open in
 * a viewer, and that loads nothing from other hosts, and JSON at /api/openapi. */
export function describeApi(
  app: FastifyInstance,
  { registry, publicUrl = "/" }: { registry: Registry; publicUrl?: string | undefined },
): void {
  app.register(swagger, {
    openapi: {
      ...description,
      info: { ...description.info, contact: contactAt(publicUrl) },
      servers: [{ url: publicUrl, description: "This service" }],
      tags: [...tags],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      completeDocument(
        jsonSchemaTransformObject(document) as ReturnType<typeof completeDocument>,
        registry,
      ),
  });
  app.register((pages, _options, done) => {
    pages.addHook("onRoute", (route) => {
      route.config = { ...route.config, isDocumentation: true };
    });
    let index: string | undefined;
    // The same address with a group is the viewer of that group.
    pages.addHook("onRequest", async ({ url }, reply) => {
      if (url !== "/api/docs" && url !== "/api/docs/") return;
      index ??= indexPage(app.swagger() as unknown as DescribedApi);
      return reply.type("text/html; charset=utf-8").send(index);
    });
    pages.register(swaggerUi, {
      routePrefix: "/api/docs",
      staticCSP: pagePolicy,
      uiConfig: {
        docExpansion: "list",
        deepLinking: true,
        validatorUrl: null,
        defaultModelsExpandDepth: -1,
        urls: viewerDefinitions,
      } as NonNullable<FastifySwaggerUiOptions["uiConfig"]>,
      logo: { type: "image/svg+xml", content: iconSvg, href: "/" },
      theme: {
        title: "Tenk API",
        css: [{ filename: "tenk.css", content: topbar }],
        favicon: [
          {
            filename: "tenk.svg",
            rel: "icon",
            type: "image/svg+xml",
            sizes: "any",
            content: iconSvg,
          },
        ],
      },
    });
    const groups = new Map<string, DescribedApi>();
    pages.get<{ Params: { group: string } }>(
      "/api/docs/groups/:group",
      { schema: { hide: true } as object },
      ({ params: { group } }) => {
        const found =
          groups.get(group) ?? describeGroup(app.swagger() as unknown as DescribedApi, group);
        if (found === null) throw notFound("Group");
        groups.set(group, found);
        return found;
      },
    );
    pages.get("/api/openapi", { schema: { hide: true } as object }, () => app.swagger());
    done();
  });
}

/** Who serves the API: the address where it is known, because a relative one is none. */
const contactAt = (publicUrl: string) => ({
  name: "Tenk",
  ...(URL.canParse(publicUrl) && { url: publicUrl }),
});

const topbar =
  ".swagger-ui .topbar { background: #fff; border-bottom: 1px solid #d8dee4; padding: 6px 0 } " +
  ".swagger-ui .topbar-wrapper img { height: 28px } " +
  ".swagger-ui .topbar-wrapper .link::after { content: 'Tenk'; font: 600 20px sans-serif; color: #0f172a } " +
  ".swagger-ui .topbar .download-url-wrapper .select-label { color: #0f172a }";

const pagePolicy =
  "default-src 'self'; base-uri 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; " +
  "object-src 'none'; frame-ancestors 'none'";

const description = {
  openapi: "3.1.0",
  info: {
    title: "Tenk API",
    version,
    description:
      "Public company data, from filing to terminal. Figures come from filings with the U.S. Securities and " +
      "Exchange Commission; they are analysis only, not investment advice, and may contain errors. " +
      "Paths under /v2 are canonical for new integrations. A missing value is null with a reason, never zero. " +
      "A deprecated operation is announced at least 12 months before its removal (Sunset header).",
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
