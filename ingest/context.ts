import type { Database } from "#schemas/db.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { Archive } from "./archive.ts";
import type { BuildPool } from "./build-pool.ts";
import type { Http, Log } from "./http.ts";
import type { EdgarHosts } from "./sources/edgar/urls.ts";
import type { Source } from "./sources/source.ts";

/** Everything that ingest reaches: given by a composition root, replaced by tests. */
export interface IngestContext {
  database: Database;
  archive: Archive;
  http: Http;
  /** The regulator: reached by `http` at `hosts`. */
  source: Source;
  /** Where the regulator's two hosts are to be found; documents keep their true addresses whatever these are. */
  hosts: EdgarHosts;
  /** What `hosts` are when they are not the regulator's own, as readers are told: "the bundled sample of …"; else null. */
  via: string | null;
  registry: Registry;
  builder: BuildPool;
  now: () => Date;
  log: Log;
  /** Called at each named step between two writes; tests end the process there. */
  boundary: (name: string) => void;
}
