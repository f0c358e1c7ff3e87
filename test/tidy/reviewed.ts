/** A file that may do what others may not, and why. A line that is no longer needed fails the check. */
interface Reviewed {
  path: string;
  reason: string;
}

/** Who may read the environment. */
export const environmentReaders: readonly Reviewed[] = [
  { path: "jobs/start.ts", reason: "npm start: the place of a database to be made ahead" },
  { path: "jobs/start-service.ts", reason: "composition root of npm start" },
  { path: "jobs/start-worker.ts", reason: "composition root of npm run worker" },
  { path: "jobs/cli.ts", reason: "composition root of the commands" },
  { path: "schemas/config/run-until-stopped.ts", reason: "whether npm started the process" },
  { path: "api/start-api.ts", reason: "composition root of npm run api" },
  { path: "api/mcp-serve.ts", reason: "composition root of npm run mcp" },
  {
    path: "schemas/storage/s3.ts",
    reason: "AWS_* are settings of the S3 client, which reads its credentials from there itself",
  },
  {
    path: "ingest/http/connection-cause.ts",
    reason: "names of proxy settings of other programs, for the words of a failed connection",
  },
];

/** Who may ask the machine for the time. All others are given a clock. */
export const clockReaders: readonly Reviewed[] = [
  { path: "api/start-api.ts", reason: "composition root: hands the clock in" },
  { path: "api/mcp-serve.ts", reason: "composition root: hands the clock in" },
  { path: "ingest/http.ts", reason: "the client's clock when none is injected" },
  { path: "ingest/archive/folder.ts", reason: "compares with file times, which are the machine's" },
  { path: "jobs/services.ts", reason: "the services' clock when none is injected" },
  { path: "jobs/commands/explain.ts", reason: "a command: --as-of takes no day to come" },
  {
    path: "jobs/commands/admin/on-platform.ts",
    reason: "a command: dates what an operator decides",
  },
  { path: "jobs/commands/registry/registry-release.ts", reason: "a command: dates a release" },
  { path: "jobs/commands/token.ts", reason: "a command: its token is issued now" },
];
