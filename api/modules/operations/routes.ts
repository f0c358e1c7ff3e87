import { z } from "zod";
import { anyone } from "../../auth/access.ts";
import { endpoint } from "../../http/endpoint.ts";
import { operations as family } from "../../http/families.ts";
import { textEndpoint } from "../../http/plain-endpoints.ts";
import { health, readiness } from "./schemas.ts";
import { getReadiness, scrapeMetrics } from "./service.ts";

const tag = "Operations";
const always = { access: anyone, limit: "none", extension: true } as const;

export const operations = [
  endpoint(family, {
    at: "GET /healthz",
    tag,
    summary: "The process is alive",
    ...always,
    returns: health,
    handle: () => ({ status: "ok" as const }),
  }),

  endpoint(family, {
    at: "GET /readyz",
    tag,
    summary: "The database answers; data age, held upstream hosts and failed jobs",
    ...always,
    returns: readiness,
    handle: ({ deps }) => getReadiness(deps.db, deps.now()),
  }),

  textEndpoint(family, {
    at: "GET /metrics",
    tag,
    summary: "Metrics in the Prometheus text format",
    ...always,
    returns: z.string(),
    handle: async ({ deps }) => ({
      text: await scrapeMetrics(deps, deps.now()),
      contentType: deps.metrics.contentType,
    }),
  }),
];
