import { digestOfProcess } from "./engine-digest-once.ts";

/** Raise this when something other than the sources changes what is stored: a dependency or the runtime. */
const release = "1.1.0";

/** All code between an archived document and a stored row is imported from these two files. */
export const engineEntries = ["ingest/builder/build-task.ts", "ingest/store.ts"] as const;

/**
 * The version of all code between an archived document and a stored row. Companies built by another version are
 * rebuilt. It is computed from the sources, so no rule change can be forgotten. Comments, moved files and code that the
 * engine does not run leave it unchanged.
 */
export const engineVersion = `${release}+${digestOfProcess("engine", engineEntries)}`;
