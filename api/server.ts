import { runUntilStopped } from "#schemas/config/run-until-stopped.ts";

/** `npm run api`. It imports nothing large, so that it heeds signals at once. */
await runUntilStopped({
  command: "npm run api",
  does: "The API alone, on PostgreSQL.",
  load: () => import("./start-api.ts"),
});
