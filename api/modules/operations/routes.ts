import { anyone } from "../../auth/access.ts";
import { one, text } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { operations as family } from "../../http/responses/families.ts";
import { health, readiness } from "./schemas.ts";
import { checkHealth, getReadiness, scrapeMetrics } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Operations",
  family,
  access: anyone,
  limit: "none",
  extension: true,
});

export const operations = [
  endpoint({
    at: "GET /healthz",
    name: "getHealth",
    summary: "Liveness check",
    description:
      "For the restart of a process that hangs: 503 when its requests wait for a connection to the database in vain.",
    answers: one(health),
    handle: ({ deps }) => checkHealth(deps.db),
  }),

  endpoint({
    at: "GET /readyz",
    name: "getReadiness",
    summary: "Readiness check: database, data age, upstream hosts, failed jobs",
    description: "503 while the database does not answer: for taking a process out of rotation.",
    answers: one(readiness),
    handle: ({ deps }) => getReadiness(deps.db, deps.now()),
  }),

  endpoint({
    at: "GET /metrics",
    name: "getMetrics",
    summary: "Metrics in the Prometheus text format",
    description: "For the operator's own network: requests, caches, queue and data age.",
    answers: text,
    handle: async ({ deps }) => ({
      text: await scrapeMetrics(deps, deps.now()),
      contentType: deps.metrics.contentType,
    }),
  }),
];
