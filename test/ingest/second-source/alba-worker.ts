import { addSource } from "#ingest/sources/known.ts";
import { description } from "./alba.ts";

/** A build thread that knows the made-up regulator, too. */
addSource(description);
await import("#ingest/builder/build-worker.ts");
