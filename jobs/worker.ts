import { runUntilStopped } from "#schemas/config/run-until-stopped.ts";

/** `npm run worker`. It imports nothing large, so that it heeds signals at once. */
await runUntilStopped({
  command: "npm run worker",
  does: "Jobs and schedule without the API, on PostgreSQL.",
  load: () => import("./start-worker.ts"),
});
