import { type Archive, openArchive } from "#ingest/archive.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { type Shell, withDatabase } from "./command.ts";

/** What a read-only command needs: no source and no build threads. */
export interface Store {
  db: Queryable;
  archive: Archive;
  registry: Registry;
}

/** Opens database and archive for reading, runs the command and closes them whatever happens. */
export async function withStore(shell: Shell, run: (store: Store) => Promise<void>): Promise<void> {
  await withDatabase(shell, ({ pool }, { archiveUrl }) =>
    run({ db: pool, archive: openArchive(archiveUrl), registry: loadRegistry() }),
  );
}
