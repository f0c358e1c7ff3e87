import type { FileStore } from "../../clients/files.ts";

/** Documents have a folder of their own: the sweeper looks at nothing else. */
export const documentFiles = (files: FileStore) => files.within("documents");
