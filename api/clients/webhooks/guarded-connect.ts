import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type Socket } from "node:net";
import { buildConnector } from "undici";
import type { Networks } from "./networks.ts";

/** The address of a receiver leads where webhooks may not go. */
export class ForbiddenAddressError extends Error {
  override name = "ForbiddenAddressError";
}

/** Resolves a name to all its addresses. */
export type Lookup = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const connectMs = 5_000;

/**
 * Connects to public addresses only. A name is resolved once, its addresses are checked, and the connection uses these
 * addresses, so a second answer of the name server has no effect. If one address is forbidden, none is tried. The remote
 * address of the connected socket is checked again. Plain HTTP reaches only the networks that the operator allows.
 */
export function guardedConnect(networks: Networks, lookup: Lookup): buildConnector.connector {
  const connectors = {
    "https:": connectorTo(networks.mayReach, lookup),
    "http:": connectorTo(networks.isNamed, lookup),
  };
  return (options, done) =>
    connectors[options.protocol === "https:" ? "https:" : "http:"](options, done);
}

function connectorTo(mayReach: Networks["mayReach"], lookup: Lookup): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectMs,
    lookup: (host, options, done) => {
      lookup(host, { all: true }, (error, addresses) => {
        if (error !== null) return done(error, []);
        const isForbidden =
          addresses.length === 0 || !addresses.every((one) => mayReach(one.address));
        if (isForbidden) return done(new ForbiddenAddressError(host), []);
        const [first] = addresses;
        if (options.all === true || first === undefined) return done(null, addresses);
        done(null, first.address, first.family);
      });
    },
  });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // No name is resolved for an address.
    if (isIP(host) !== 0 && !mayReach(host)) return done(new ForbiddenAddressError(host), null);
    connect(options, (...[error, socket]: [Error | null, Socket | null]) => {
      if (error !== null || socket === null) return done(error ?? new Error("no socket"), null);
      if (mayReach(socket.remoteAddress ?? "")) return done(null, socket);
      socket.destroy();
      done(new ForbiddenAddressError(host), null);
    });
  };
}

/** The system's own resolver. */
export const systemResolver: Lookup = (host, options, done) => systemLookup(host, options, done);
