import type { Tx } from "#schemas/db.ts";
import { createTokenSigner } from "../auth/local-issuer.ts";
import type { Deps } from "../deps.ts";

/**
 * What a handler reaches while all that it stores belongs to one transaction. What others are told (mail, the
 * end of a credential) waits for `release`, after the commit. Nothing here asks for a second connection: the
 * embedded database has only one, and waiting for it would never end.
 */
export function deferring(deps: Deps): {
  within(tx: Tx): Deps;
  release(): Promise<void>;
} {
  const waiting: (() => Promise<void>)[] = [];
  const later = (act: () => Promise<void>) => {
    waiting.push(act);
    return Promise.resolve();
  };
  return {
    within: (tx) => ({
      ...deps,
      db: tx,
      mailer: (mail) => later(() => deps.mailer(mail)),
      credentials: {
        ...deps.credentials,
        sign: createTokenSigner(tx),
        forget: (ids) => later(() => deps.credentials.forget(ids)),
        flushUsage: () => later(() => deps.credentials.flushUsage()),
      },
    }),
    async release() {
      for (const act of waiting) await act();
    },
  };
}
