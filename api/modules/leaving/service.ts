import type { Db } from "#schemas/database/db.ts";
import { forgetMail } from "#schemas/tasks/forget-mail.ts";
import { forgetPayer } from "#schemas/tasks/forget-payer.ts";
import type { Caller } from "../../auth/caller.ts";
import { addressDigest } from "../../data/address-digest.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, conflict } from "../../http/errors.ts";
import { personalData } from "../../personal-data.ts";
import { checkFactorProof, readProof } from "../../proof.ts";
import { checkPassword } from "../accounts/service.ts";
import { getPreferences } from "../mail/service.ts";
import * as queries from "./queries.ts";

export { exportShape } from "./schemas.ts";

type Person = Caller & { userId: string };

/**
 * Deletes an account with the person's own data. Records that others rely on stay without the name. Throws 400 without
 * a password or fresh sign-in, 401 for a wrong password, 403 where a second factor was not proved just now, and 409 that names what must be handed over first.
 */
export async function leave(
  deps: Deps,
  person: Person,
  { password, address }: { password: string | null; address: string },
): Promise<{ id: string; deleted: true }> {
  await checkFactorProof(deps, person);
  await checkOwnProof(deps, person, { password, address });
  const { userId } = person;
  return deps.transaction(async (within) => {
    const { db } = within;
    const account = required(await queries.lockAccount(db, userId), "Account");
    await checkHandedOver(db, userId);
    const ended = await queries.listCredentialIds(db, userId);
    const customerId = await queries.findCustomerId(db, userId);
    if (customerId !== null) await within.enqueue(forgetPayer, { customerId });
    await within.enqueue(forgetMail, { addressDigest: addressDigest(account.email) });
    for (const { erase } of personalData) await erase(db, within, userId);
    await queries.handOver(db, userId);
    await queries.removeOwnedAlone(db, userId);
    await queries.clearWritten(db, userId, deps.now().toISOString());
    await queries.clearTraces(db, { ...account, callerKeys: ended });
    await within.credentials.guesses.forget([account.email, userId]);
    await queries.deleteAccount(db, userId);
    await within.credentials.forget(ended);
    return { id: userId, deleted: true };
  });
}

async function checkOwnProof(
  deps: Deps,
  person: Person,
  { password, address }: { password: string | null; address: string },
): Promise<void> {
  const { email, passwordHash } = required(
    await queries.findPassword(deps.db, person.userId),
    "Account",
  );
  if (password !== null && passwordHash !== null) {
    await checkPassword(deps, { email, password, address, hasSession: true });
    return;
  }
  if (!(await readProof(deps, person)).isRecent) {
    throw badRequest("Enter your password, or sign in again and retry within 10 minutes");
  }
}

const namesMax = 10;

async function checkHandedOver(db: Db, userId: string): Promise<void> {
  const owned = await queries.listOwnedAlone(db, userId);
  if (owned.length === 0) return;
  const rest = owned.length > namesMax ? ` and ${owned.length - namesMax} more` : "";
  throw conflict(
    `Transfer ownership before leaving: ${owned.slice(0, namesMax).join(", ")}${rest}`,
  );
}

/** Everything held about an account, without secrets. */
export async function exportAccount({ db, now }: Deps, userId: string) {
  const account = required(await queries.readAccount(db, userId), "Account");
  const modules: Record<string, unknown> = {};
  for (const { module, read } of personalData) modules[module] = await read(db, userId);
  return {
    exportedAt: now().toISOString(),
    account,
    mails: await getPreferences(db, userId),
    rows: await queries.readRows(db, userId),
    modules,
    acts: await queries.readActs(db, userId),
  };
}
