import type { GatherContext } from "../../source.ts";
import type { EdgarHosts } from "../urls.ts";

/** What gathering uses, and where the regulator's hosts are to be found. */
export type EdgarContext = GatherContext & { hosts: EdgarHosts };
