// The package has no types of its own.
// @ts-expect-error
import { list } from "the-big-username-blacklist";

/** Words that name parts of the service. */
const ownWords = ["communities", "community", "discover", "mine", "rooms", "messaging", "tenk"];
const reserved: ReadonlySet<string> = new Set([...(list as string[]), ...ownWords]);

/** The one form in which handles are stored and compared: NFKC, then lower case (COM-08). */
export const foldHandle = (handle: string): string => handle.normalize("NFKC").toLowerCase().trim();

/** True for words that no room may take (O-52). */
export const isReserved = (handle: string): boolean => reserved.has(handle);
