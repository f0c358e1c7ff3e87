import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { BuildPool } from "./builder/build-pool.ts";
import type { EdgarHosts } from "./sources/edgar/urls.ts";
import type { GatherContext } from "./sources/source.ts";

/** Everything that ingest uses: provided by a composition root, replaced by tests. */
export interface IngestContext extends GatherContext {
  /** The addresses of EDGAR's two hosts, for its bulk files. Documents keep their original addresses whatever these are. */
  hosts: EdgarHosts;
  /** Describes `hosts` for clients when they are not the regulator's own: "the bundled sample of …"; otherwise null. */
  via: string | null;
  registry: Registry;
  builder: BuildPool;
}
