import type { Database } from "#schemas/database/db.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Archive } from "./archive.ts";
import type { BuildPool } from "./builder/build-pool.ts";
import type { Http, Log } from "./http.ts";
import type { EdgarHosts } from "./sources/edgar/urls.ts";
import type { Source } from "./sources/source.ts";

/** Which packages of filings (`<accession>-xbrl.zip`) are fetched with a company. */
export interface PackageSetting {
  /** Of the newest periodic reports so many. */
  count: number;
  /** Whether reports are left out that the Financial Statement Data Sets have, or should have by now. */
  isOnlyBeyondDataSets: boolean;
}

/** Everything that ingest uses: provided by a composition root, replaced by tests. */
export interface IngestContext {
  database: Database;
  archive: Archive;
  http: Http;
  /** The regulator: reached by `http` at `hosts`. */
  source: Source;
  /** The addresses of the regulator's two hosts. Documents keep their original addresses whatever these are. */
  hosts: EdgarHosts;
  /** Describes `hosts` for clients when they are not the regulator's own: "the bundled sample of …"; otherwise null. */
  via: string | null;
  /** Which packages of filings are fetched with a company. */
  packages: PackageSetting;
  registry: Registry;
  builder: BuildPool;
  now: () => Date;
  log: Log;
  /** Called at each named step between two writes; tests crash the process there. */
  boundary: (name: string) => void;
}
