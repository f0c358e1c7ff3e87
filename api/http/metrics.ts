import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** A registry with the process's own metrics (memory, event loop, garbage collection). One per process. */
export function createMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/** Duration of requests by method, route (the pattern, never the URL) and status. */
export function requestHistogram(register: Registry): Histogram<"method" | "route" | "status"> {
  return new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
}
