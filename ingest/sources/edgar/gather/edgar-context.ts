import type { GatherContext } from "../../source.ts";
import type { EdgarHosts } from "../urls.ts";

/** What gathering uses, where the regulator's hosts are to be found, and what stands there instead of them. */
export type EdgarContext = GatherContext & { hosts: EdgarHosts; via: string | null };
