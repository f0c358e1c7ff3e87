import { Counter, Gauge, type Registry } from "prom-client";
import type { countBuilds, countRequests, JobRuns, QueuedJobs } from "./counts/queries.ts";
import type { Readiness } from "./schemas.ts";

/** What the metrics of a scrape are read from. */
export interface Work {
  queued: QueuedJobs[];
  runs: JobRuns[];
  builds: Awaited<ReturnType<typeof countBuilds>>;
  requests: Awaited<ReturnType<typeof countRequests>>;
}

interface Sample {
  labels: Record<string, string>;
  value: number;
}

interface Metric {
  name: string;
  help: string;
  labels?: readonly string[];
  /** A number that only grows; it is shown as a counter. */
  isCount?: boolean;
  samples(readiness: Readiness, work: Work): Sample[];
}

const plain = (value: number): Sample[] => [{ labels: {}, value }];

/** Missing numbers are left out: a metric without samples is absent, which is not zero. */
const present = (samples: { labels: Record<string, string>; value: number | null }[]): Sample[] =>
  samples.filter((one): one is Sample => one.value !== null);

/** The metrics that are read from the database. */
const metrics: readonly Metric[] = [
  {
    name: "tenk_companies",
    help: "Companies that are built",
    samples: ({ data }) => plain(data.companies),
  },
  {
    name: "tenk_companies_unbuilt",
    help: "Companies that wait for their first build",
    samples: ({ data: { loading } }) => plain(loading === null ? 0 : loading.of - loading.built),
  },
  {
    name: "tenk_data_age_seconds",
    help: "Since the source last answered with a document or that it is unchanged: the kind that is oldest",
    samples: ({ data }) => plain(data.ageSeconds ?? Number.NaN),
  },
  {
    name: "tenk_unknown_members_last_day",
    help: "Kinds of members in the source's documents that its format did not have before",
    samples: ({ data }) => plain(data.unknownMembersLastDay),
  },
  {
    name: "tenk_upstreams_held",
    help: "Upstreams and hosts that may not be asked",
    samples: ({ upstream }) => plain(upstream.held.length),
  },
  {
    name: "tenk_jobs_failed_last_day",
    help: "Job runs that failed in the last 24 hours and were not made good since",
    samples: ({ jobs }) => plain(jobs.failedLastDay.reduce((sum, one) => sum + one.failed, 0)),
  },
  {
    name: "tenk_queue_jobs",
    help: "Jobs in the queue, by state: waiting is due and not begun, later is for a later time",
    labels: ["job", "state"],
    samples: (_, { queued }) =>
      queued.flatMap(({ job, waiting, later, active }) =>
        Object.entries({ waiting, later, active }).map(([state, value]) => ({
          labels: { job, state },
          value,
        })),
      ),
  },
  {
    name: "tenk_queue_oldest_seconds",
    help: "Since the job that has waited for longest was due",
    labels: ["job"],
    samples: (_, { queued }) =>
      queued.map(({ job, oldestSeconds }) => ({ labels: { job }, value: oldestSeconds })),
  },
  {
    name: "tenk_job_runs_last_day",
    help: "Runs of jobs that began in the last 24 hours, by how they ended",
    labels: ["job", "state"],
    samples: (_, { runs }) =>
      runs.flatMap(({ job, completed, failed, running }) =>
        Object.entries({ completed, failed, running }).map(([state, value]) => ({
          labels: { job, state },
          value,
        })),
      ),
  },
  {
    name: "tenk_job_seconds_last_day",
    help: "How long the runs of the last 24 hours took; quantile 1 is the longest",
    labels: ["job", "quantile"],
    samples: (_, { runs }) =>
      runs.flatMap(({ job, median, p95, longest }) =>
        present([
          { labels: { job, quantile: "0.5" }, value: median },
          { labels: { job, quantile: "0.95" }, value: p95 },
          { labels: { job, quantile: "1" }, value: longest },
        ]),
      ),
  },
  {
    name: "tenk_builds_last_day",
    help: "Builds of companies in the last 24 hours, by what came of them",
    labels: ["outcome"],
    samples: (_, { builds }) =>
      builds.map(({ outcome, builds: value }) => ({ labels: { outcome }, value })),
  },
  {
    name: "tenk_upstream_requests_total",
    help: "Requests to a host of the source, of all processes: failed is no answer, 5xx or an unwelcome client",
    labels: ["host", "outcome"],
    isCount: true,
    samples: (_, { requests }) =>
      requests.hosts.flatMap(({ host, answered, failed }) =>
        Object.entries({ answered, failed }).map(([outcome, value]) => ({
          labels: { host, outcome },
          value,
        })),
      ),
  },
  {
    name: "tenk_upstream_holds_total",
    help: "How often an upstream has put us on hold",
    labels: ["upstream"],
    isCount: true,
    samples: (_, { requests }) =>
      requests.upstreams.map(({ upstream, holds }) => ({ labels: { upstream }, value: holds })),
  },
];

/** Sets the metrics of this scrape. Null when the database does not answer: then they have no samples. */
export function setMetrics(
  register: Registry,
  seen: { readiness: Readiness; work: Work } | null,
): void {
  const up = { name: "tenk_database_up", help: "1 when the database answers" };
  registered(register, up).inc(seen === null ? 0 : 1);
  for (const metric of metrics) {
    const one = registered(register, metric);
    const samples = seen === null ? [] : metric.samples(seen.readiness, seen.work);
    for (const { labels, value } of samples) {
      if (one instanceof Gauge) one.set(labels, value);
      else one.inc(labels, value);
    }
  }
}

type Named = Pick<Metric, "name" | "help" | "labels" | "isCount">;

/** The metric without the samples of the scrape before. */
function registered(
  register: Registry,
  { name, help, labels = [], isCount }: Named,
): Gauge<string> | Counter<string> {
  const known = register.getSingleMetric(name);
  const options = { name, help, labelNames: [...labels], registers: [register] };
  const isKnown = known instanceof Gauge || known instanceof Counter;
  const metric = isKnown ? known : new (isCount ? Counter : Gauge)(options);
  metric.reset();
  return metric;
}
