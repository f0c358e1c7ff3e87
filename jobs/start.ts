import { runUntilStopped } from "#schemas/config/run-until-stopped.ts";
import { createAhead } from "#schemas/database/lite-creation.ts";

/** `npm start`. It imports nothing large, so that it heeds signals at once. */
await runUntilStopped({
  command: "npm start",
  does: "Database, first ingest, scheduler, worker and API in one process.",
  async load() {
    // A first start creates its database while the modules are loaded.
    await createAhead(process.env);
    return import("./start-service.ts");
  },
});
