import type { Db } from "#schemas/database/db.ts";
import type { Caller } from "../../auth/caller.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, conflict, notFound } from "../../http/errors.ts";
import { checkProof, hasFactor } from "../../proof.ts";
import * as passkeyQueries from "./passkeys/queries.ts";
import { creationOptions, verifyMade } from "./passkeys/webauthn.ts";
import { counted, takeCode, wrongCode } from "./prove.ts";
import * as queries from "./queries.ts";
import { makeRecoveryCodes, plainCode } from "./recovery-codes.ts";
import type { MadePasskey } from "./schemas.ts";
import { tellFactor } from "./tell-factor.ts";
import { makeTotpSecret, totpAddress } from "./totp.ts";

export { requestOptions, spendPasskey } from "./passkeys/webauthn.ts";
export {
  awaitFactor,
  findPendingMethods,
  finishPending,
  type PendingSignIn,
  pendingPasskey,
  readMethods,
} from "./pending.ts";
export { counted, type Proof, spendProof } from "./prove.ts";
export { deletePending } from "./queries.ts";
export { resetFactors } from "./reset.ts";
export {
  madePasskey,
  passkeyName,
  passkeyOptions,
  type SignedPasskey,
  signedPasskey,
} from "./schemas.ts";

export type Person = Caller & { userId: string };

/** The factors of an account, without secrets. */
export async function readFactors({ db }: Pick<Deps, "db">, userId: string) {
  const totp = await queries.findTotp(db, userId);
  const confirmedAt = totp?.confirmedAt ?? null;
  return {
    isOn: await hasFactor(db, userId),
    totp: confirmedAt === null ? null : { confirmedAt },
    passkeys: await passkeyQueries.listPasskeys(db, userId),
    recoveryCodesLeft: await queries.countRecoveryCodes(db, userId),
  };
}

/**
 * Makes the secret of an authenticator app. It counts once `confirmTotp` got a code of it; until then a repeat makes
 * another secret. Throws 403 without a recent proof, 409 when an app is confirmed already.
 */
export async function startTotp(deps: Deps, person: Person) {
  await checkProof(deps, person);
  const { userId } = person;
  const secret = makeTotpSecret();
  const stored = await deps.credentials.seal(secret);
  return deps.transaction(async ({ db, now, publicUrl }) => {
    const email = required(await queries.lockAccount(db, userId), "Account");
    const values = { userId, secret: stored, createdAt: now().toISOString() };
    if (!(await queries.storeTotp(db, values))) {
      throw conflict("An authenticator app is confirmed: remove it first");
    }
    return { secret, address: totpAddress(secret, { email, publicUrl }) };
  });
}

/**
 * Turns the authenticator app on with a code of it. Returns recovery codes with the first factor of the account, else
 * null. What other sessions have proved by the password counts no more. Throws 401 for a wrong code, 409 when there is
 * none to confirm.
 */
export async function confirmTotp(
  deps: Deps,
  person: Person,
  { code, address }: { code: string; address: string },
): Promise<{ recoveryCodes: string[] | null }> {
  await checkProof(deps, person);
  const { userId } = person;
  return counted(deps, { userId, address }, async (within) => {
    const { db, now } = within;
    await queries.lockAccount(db, userId);
    const factor = await queries.findTotp(db, userId);
    if (factor === null) throw conflict("No authenticator app awaits a code: start again");
    if (factor.confirmedAt !== null) throw conflict("The authenticator app is already confirmed");
    const typed = code.replace(/\s/g, "");
    if (!(await takeCode(within, userId, { stored: factor.secret, code: typed })))
      throw wrongCode();
    const isFirst = !(await hasFactor(db, userId));
    await queries.confirmTotp(db, userId, now().toISOString());
    await tellFactor(within, userId, { state: "added", label: "an authenticator app" });
    return { recoveryCodes: isFirst ? await turnOn(within, person) : null };
  });
}

/** What the first factor brings: recovery codes, and proofs by the password that count no more. */
async function turnOn(within: Deps, { userId, credential }: Person): Promise<string[]> {
  const { db, now, credentials } = within;
  await credentials.sessions.forgetProofs(db, userId);
  const sessionId = credential.kind === "token" ? credential.sessionId : null;
  if (sessionId !== null) await credentials.sessions.prove(db, sessionId, now());
  return storeRecoveryCodes(within, userId);
}

async function storeRecoveryCodes(
  { db, now, credentials }: Deps,
  userId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const hashes = codes.map((code) => credentials.hashSecret(plainCode(code)));
  await queries.replaceRecoveryCodes(db, userId, { hashes, at: now().toISOString() });
  return codes;
}

/** Removes the authenticator app. With the last factor the recovery codes go. Throws 404 without one. */
export async function removeTotp(deps: Deps, person: Person): Promise<{ removed: true }> {
  await checkProof(deps, person);
  const { userId } = person;
  return deps.transaction(async (within) => {
    await queries.lockAccount(within.db, userId);
    if (!(await queries.deleteTotp(within.db, userId))) throw notFound("Authenticator app");
    await tellFactor(within, userId, { state: "removed", label: "the authenticator app" });
    await endWithoutFactor(within, userId);
    return { removed: true };
  });
}

/** Recovery codes help only beside another factor. */
async function endWithoutFactor({ db, now }: Deps, userId: string): Promise<void> {
  if (await hasFactor(db, userId)) return;
  await queries.replaceRecoveryCodes(db, userId, { hashes: [], at: now().toISOString() });
  await queries.deletePending(db, userId);
}

/** Ten new recovery codes; those before count no more. Throws 400 for an account without a second factor. */
export async function renewRecoveryCodes(deps: Deps, person: Person) {
  await checkProof(deps, person);
  const { userId } = person;
  return deps.transaction(async (within) => {
    await queries.lockAccount(within.db, userId);
    if (!(await hasFactor(within.db, userId))) {
      throw badRequest("Recovery codes come with a second factor: turn one on first");
    }
    await tellFactor(within, userId, { state: "replaced", label: "the recovery codes" });
    return { recoveryCodes: await storeRecoveryCodes(within, userId) };
  });
}

/** More devices than a person has. */
const passkeysMax = 20;

/** What a browser is told to make a passkey. Throws 403 without a recent proof, 409 with as many as there may be. */
export async function startPasskey(deps: Deps, person: Person) {
  await checkProof(deps, person);
  const { userId } = person;
  await checkRoom(deps.db, userId);
  const email = required(await queries.findEmail(deps.db, userId), "Account");
  return creationOptions(deps, { userId, email });
}

async function checkRoom(db: Db, userId: string): Promise<void> {
  const { length } = await passkeyQueries.listPasskeys(db, userId);
  if (length >= passkeysMax) throw conflict(`An account has at most ${passkeysMax} passkeys`);
}

/**
 * Registers a passkey that a browser has made. Returns recovery codes with the first factor of the account, else null.
 * Throws 400 for what cannot be verified, 409 for one that is registered already.
 */
export async function addPasskey(
  deps: Deps,
  person: Person,
  { name, passkey }: { name: string; passkey: MadePasskey },
): Promise<{ passkey: passkeyQueries.PasskeyRow; recoveryCodes: string[] | null }> {
  await checkProof(deps, person);
  const { userId } = person;
  return deps.transaction(async (within) => {
    const { db, now } = within;
    await queries.lockAccount(db, userId);
    await checkRoom(db, userId);
    const made = await verifyMade(within, userId, passkey);
    const isFirst = !(await hasFactor(db, userId));
    const values = { ...made, userId, name, createdAt: now().toISOString() };
    const id = await passkeyQueries.insertPasskey(db, values);
    if (id === null) throw conflict("The passkey is already registered");
    const recoveryCodes = isFirst ? await turnOn(within, person) : null;
    await tellFactor(within, userId, { state: "added", label: `the passkey ${name}` });
    return { passkey: await getPasskey(db, userId, id), recoveryCodes };
  });
}

const getPasskey = async (db: Db, userId: string, id: string) =>
  required(await passkeyQueries.findPasskey(db, userId, id), "Passkey");

/** Gives an own passkey another name. Throws 404 for another account's, 403 without a recent proof. */
export async function renamePasskey(
  deps: Deps,
  person: Person,
  { id, name }: { id: string; name: string },
): Promise<passkeyQueries.PasskeyRow> {
  await checkProof(deps, person);
  await passkeyQueries.renamePasskey(deps.db, person.userId, id, name);
  return getPasskey(deps.db, person.userId, id);
}

/** Removes an own passkey. With the last factor the recovery codes go. Throws 404 for another account's. */
export async function removePasskey(deps: Deps, person: Person, id: string) {
  await checkProof(deps, person);
  const { userId } = person;
  return deps.transaction(async (within) => {
    await queries.lockAccount(within.db, userId);
    const name = required(await passkeyQueries.deletePasskey(within.db, userId, id), "Passkey");
    await tellFactor(within, userId, { state: "removed", label: `the passkey ${name}` });
    await endWithoutFactor(within, userId);
    return { removed: true as const };
  });
}
