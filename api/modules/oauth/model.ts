import OAuth2Server from "@node-oauth/oauth2-server";
import type { Db } from "#schemas/database/db.ts";
import { parseScopes, type Scope } from "#schemas/shapes/accounts/scope.ts";
import type { Deps } from "../../deps.ts";
import { type ClientRow, type CodeRow, linkCode, lockCode, useCode } from "./queries.ts";
import type { TokenBody } from "./schemas.ts";

/** What one exchange has given. */
export interface IssuedSession {
  userId: string;
  sessionId: string;
  scopes: readonly Scope[];
  refreshToken: string;
  /** Of the session. */
  expiresAt: string;
}

interface Exchange {
  deps: Deps;
  /** Everything happens in this transaction. */
  tx: Db;
  client: ClientRow;
  body: TokenBody;
  at: Date;
}

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

/** Expiry is judged here, by the service's clock; the library has its own. */
const judged = () => new Date(8.64e15);

/**
 * The library's view of one exchange. `granted` is what it gave, `ended` names the sessions that it ended
 * because something came twice.
 */
export function grantModel(exchange: Exchange): {
  model: Model;
  granted(): IssuedSession | null;
  ended(): string[];
} {
  const { client } = exchange;
  const state: State = { granted: null, ended: [], sessionId: null, expiresAt: null, key: null };
  const libraryClient: OAuth2Server.Client = {
    id: client.id,
    grants: ["authorization_code", "refresh_token"],
  };
  const model: Model = {
    getClient: async () => libraryClient,
    ...codePart(exchange, state),
    ...refreshPart(exchange, state),
    // The library's own tokens are not given out: the access token is signed when the grant is committed.
    generateAccessToken: async () => "signed later",
    generateRefreshToken: async () => "made on saving",
    getAccessToken: async () => null,
    // Codes are given out by `authorize.ts`.
    saveAuthorizationCode: async () => null,
    saveToken: async (token, _client, user) => {
      const scopes = (token.scope ?? []) as Scope[];
      const userId = String(user.id);
      state.granted = token.authorizationCode
        ? await startGrant(exchange, state, { userId, scopes, code: token.authorizationCode })
        : await renewGrant(exchange, state, { userId, scopes });
      return { ...token, client: libraryClient, user };
    },
  };
  return { model, granted: () => state.granted, ended: () => state.ended };
}

interface State {
  granted: IssuedSession | null;
  ended: string[];
  /** Of the refresh token in hand. */
  sessionId: string | null;
  expiresAt: string | null;
  /** The API key that the code in hand was asked for with. */
  key: { id: string; expiresAt: string | null } | null;
}

function codePart({ deps, tx, at }: Exchange, state: State) {
  const { hashSecret, sessions } = deps.credentials;
  return {
    getAuthorizationCode: async (code: string) => {
      const row = await lockCode(tx, hashSecret(code));
      if (row === null) return null;
      if (row.usedAt !== null) {
        // The code or token was copied, so everything that was issued for it ends.
        if (row.sessionId !== null) {
          await sessions.end(tx, row.sessionId, at);
          state.ended.push(row.sessionId);
        }
        return null;
      }
      if (Date.parse(row.expiresAt) <= at.getTime()) return null;
      if (row.keyId !== null) {
        const key = await deps.credentials.descent.lockKey(tx, row.keyId, at);
        if (key === null) return null;
        state.key = { id: row.keyId, expiresAt: key.expiresAt };
      }
      return presentCode(row, code);
    },
    revokeAuthorizationCode: (code: OAuth2Server.AuthorizationCode) =>
      useCode(tx, hashSecret(code.authorizationCode), at.toISOString()),
  };
}

function presentCode(row: CodeRow, authorizationCode: string): OAuth2Server.AuthorizationCode {
  return {
    authorizationCode,
    expiresAt: judged(),
    redirectUri: row.redirectUri,
    scope: row.scopes,
    client: { id: row.applicationId, grants: [] },
    user: { id: row.userId },
    ...(row.codeChallenge === null
      ? {}
      : {
          codeChallenge: row.codeChallenge,
          codeChallengeMethod: row.codeChallengeMethod ?? "plain",
        }),
  };
}

function refreshPart({ deps, tx, at, body }: Exchange, state: State) {
  const { sessions } = deps.credentials;
  return {
    getRefreshToken: async (refreshToken: string) => {
      const session = await sessions.findRefresh(tx, refreshToken);
      if (session?.kind !== "application" || session.applicationId === null) return null;
      state.sessionId = session.sessionId;
      state.expiresAt = session.expiresAt;
      // Checked before the token is used: a refused scope must not end the session.
      checkNarrower(body.scope, session.scopes);
      const isGood = session.isLive && Date.parse(session.expiresAt) > at.getTime();
      if (!isGood) return null;
      return {
        refreshToken,
        refreshTokenExpiresAt: judged(),
        scope: session.scopes,
        client: { id: session.applicationId, grants: [] },
        user: { id: session.userId },
      };
    },
    revokeToken: async (token: OAuth2Server.RefreshToken) => {
      if (await sessions.redeemRefreshToken(tx, token.refreshToken, at)) return true;
      if (state.sessionId !== null) {
        await sessions.end(tx, state.sessionId, at);
        state.ended.push(state.sessionId);
      }
      return false;
    },
  };
}

function checkNarrower(wanted: string | undefined, held: readonly Scope[]): void {
  if (wanted === undefined) return;
  const scopes = parseScopes(wanted);
  if (scopes === null || !scopes.every((one) => held.includes(one))) {
    throw new OAuth2Server.InvalidScopeError("scope must be what was granted, or less");
  }
}

async function startGrant(
  { deps, tx, client, at }: Exchange,
  { key }: State,
  { userId, scopes, code }: { userId: string; scopes: Scope[]; code: string },
): Promise<IssuedSession> {
  const { hashSecret, sessions } = deps.credentials;
  const ends = [at.getTime() + deps.tokens.refreshSeconds * 1000];
  if (key?.expiresAt != null) ends.push(Date.parse(key.expiresAt));
  const end = new Date(Math.min(...ends));
  const { sessionId, refreshToken } = await sessions.start(tx, {
    userId,
    kind: "application",
    applicationId: client.id,
    keyId: key?.id ?? null,
    scopes,
    startedAt: at,
    lifetimeSeconds: (end.getTime() - at.getTime()) / 1000,
  });
  await linkCode(tx, hashSecret(code), sessionId);
  return { userId, sessionId, scopes, refreshToken, expiresAt: end.toISOString() };
}

async function renewGrant(
  { deps, tx, at }: Exchange,
  { sessionId, expiresAt }: State,
  { userId, scopes }: { userId: string; scopes: Scope[] },
): Promise<IssuedSession> {
  if (sessionId === null || expiresAt === null) throw new Error("no refresh token was found");
  const refreshToken = await deps.credentials.sessions.renewRefresh(tx, sessionId, at);
  return { userId, sessionId, scopes, refreshToken, expiresAt };
}
