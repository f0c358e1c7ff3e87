import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Deps } from "#api/deps.ts";
import { ApiError } from "#api/http/errors.ts";
import type { MadePasskey, SignedPasskey } from "../schemas.ts";
import * as queries from "./queries.ts";

/** The library brings 60 modules of certificates, which a start does without. */
const loadLibrary = () => import("@simplewebauthn/server");

type Parts = Pick<Deps, "db" | "now" | "credentials" | "publicUrl">;

/** EdDSA, ES256 and RS256 of COSE: what authenticators have. */
const supportedAlgorithmIDs = [-8, -7, -257];
const challengeMs = 5 * 60_000;

/** The service as authenticators know it (relying party): the host of PUBLIC_URL, and the origin of its pages. */
function service({ publicUrl }: Pick<Deps, "publicUrl">) {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, expectedRPID: hostname, expectedOrigin: origin };
}

interface Asked {
  purpose: queries.Purpose;
  /** Null for a sign-in by the passkey alone. */
  userId: string | null;
}

async function keepChallenge(
  { db, now, credentials }: Parts,
  { purpose, userId }: Asked,
  challenge: string,
): Promise<void> {
  const expiresAt = new Date(now().getTime() + challengeMs).toISOString();
  const challengeHash = credentials.hashSecret(challenge);
  await queries.insertChallenge(db, { challengeHash, purpose, userId, expiresAt });
}

/** True for the one answer to a challenge that was made for this. */
const spendChallenge = (
  { db, now, credentials }: Parts,
  { purpose, userId }: Asked,
  challenge: string,
): Promise<boolean> =>
  queries.useChallenge(db, {
    challengeHash: credentials.hashSecret(challenge),
    purpose,
    userId,
    at: now().toISOString(),
  });

/** Takes any challenge for now, and keeps it, to be spent outside the library: it throws for what it refuses. */
function anyChallenge() {
  let kept = "";
  return {
    given: () => kept,
    expected(challenge: string): boolean {
      kept = challenge;
      return true;
    },
  };
}

/** What a browser is told to make a passkey for an account, as JSON of WebAuthn. */
export async function creationOptions(
  deps: Parts,
  { userId, email }: { userId: string; email: string },
) {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: "Tenk",
    rpID: service(deps).rpID,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    excludeCredentials: await queries.listDescriptors(deps.db, userId),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    timeout: challengeMs,
    supportedAlgorithmIDs,
  });
  await keepChallenge(deps, { purpose: "register", userId }, options.challenge);
  return options;
}

/** What a browser is told to ask for a passkey: one of the account, or any where `userId` is null. */
export async function requestOptions(deps: Parts, userId: string | null) {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: service(deps).rpID,
    ...(userId === null
      ? { userVerification: "required" }
      : {
          userVerification: "preferred",
          allowCredentials: await queries.listDescriptors(deps.db, userId),
        }),
    timeout: challengeMs,
  });
  const purpose = userId === null ? "sign-in" : "prove";
  await keepChallenge(deps, { purpose, userId }, options.challenge);
  return options;
}

/** The passkey that an authenticator has made. Throws 400 for anything else. */
export async function verifyMade(
  deps: Parts,
  userId: string,
  made: MadePasskey,
): Promise<
  Pick<queries.NewPasskey, "credentialId" | "publicKey" | "counter" | "transports" | "isBackedUp">
> {
  const refused = (cause?: unknown) =>
    new ApiError(400, "BAD_REQUEST", "The passkey could not be verified: begin again", { cause });
  const { expectedRPID, expectedOrigin } = service(deps);
  const challenge = anyChallenge();
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifyRegistrationResponse({
    response: made as RegistrationResponseJSON,
    expectedChallenge: challenge.expected,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  const isOurs = await spendChallenge(deps, { purpose: "register", userId }, challenge.given());
  if (!verified.verified || !isOurs) throw refused();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: made.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/**
 * The account whose passkey has signed the challenge that was made for it. Alone, without the password, it counts only
 * where the authenticator has verified its user. Throws 401 for anything else.
 */
export async function spendPasskey(
  deps: Parts,
  userId: string | null,
  signed: SignedPasskey,
): Promise<string> {
  const refused = (cause?: unknown) =>
    new ApiError(401, "UNAUTHORIZED", "The passkey could not be verified: begin again", {
      headers: { "www-authenticate": "Bearer" },
      cause,
    });
  const own = await queries.findByCredential(deps.db, signed.id);
  if (own === null || (userId !== null && own.userId !== userId)) throw refused();
  const purpose = userId === null ? "sign-in" : "prove";
  const { expectedRPID, expectedOrigin } = service(deps);
  const challenge = anyChallenge();
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: signed as AuthenticationResponseJSON,
    expectedChallenge: challenge.expected,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: userId === null,
    credential: {
      id: signed.id,
      publicKey: new Uint8Array(Buffer.from(own.publicKey, "base64url")),
      counter: own.counter,
    },
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  const isOurs = await spendChallenge(deps, { purpose, userId }, challenge.given());
  const use = { counter: authenticationInfo.newCounter, at: deps.now().toISOString() };
  if (!verified || !isOurs || !(await queries.countUse(deps.db, own.id, use))) throw refused();
  return own.userId;
}
