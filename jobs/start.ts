import { runUntilStopped } from "#schemas/config/run-until-stopped.ts";

/** `npm start`. It imports nothing large, so that it heeds signals at once. */
await runUntilStopped({
  command: "npm start",
  does: "Database, first ingest, scheduler, worker and API in one process.",
  load: () => import("./start-service.ts"),
});
