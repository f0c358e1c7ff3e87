import { createServer } from "node:net";
import { OAuth2Client } from "@badgateway/oauth2-client";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { AuthorizationCode } from "simple-oauth2";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";

/** Independent clients as their makers ship them: none knows anything of this server but what it publishes. */
const publicUrl = `http://127.0.0.1:${await freePort()}`;
const { app, signIn, send } = await testApp({ publicUrl });
await app.listen({ port: Number(new URL(publicUrl).port), host: "127.0.0.1" });

const callback = "https://app.example.com/callback";
const ann = await signIn("ann@example.com");
const scope = "read hiring:write";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function register(): Promise<{ id: string; secret: string }> {
  const answer = await send({
    method: "POST",
    url: "/v1/oauth.registerApplication",
    headers: ann,
    payload: { name: "Client", redirectUris: [callback], allowedScopes: ["read", "hiring:write"] },
  });
  const { application, clientSecret } = answer.json().result.data.data;
  return { id: application.clientId, secret: clientSecret };
}

/** What the user's browser comes back with after saying yes. */
async function approve(url: URL | string): Promise<URL> {
  const answer = await fetch(url, { headers: ann, redirect: "manual" });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "");
}

const works = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${publicUrl}/api/v1/api-keys`, { headers })).status;
};

describe.each(["basic", "body"] as const)("by %s [OAU-21] [A-28]", (way) => {
  test("oauth4webapi: discovery, code with PKCE, refresh, replay, revocation", async () => {
    const { id, secret } = await register();
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(publicUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
    const as = await oauth.processDiscoveryResponse(issuer, found);
    const client = { client_id: id };
    const proof =
      way === "basic" ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint ?? "");
    url.search = new URLSearchParams({
      client_id: id,
      redirect_uri: callback,
      response_type: "code",
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();

    const back = oauth.validateAuthResponse(as, client, await approve(url), state);
    const request = () =>
      oauth.authorizationCodeGrantRequest(as, client, proof, back, callback, verifier, insecure);
    const first = await oauth.processAuthorizationCodeResponse(as, client, await request());
    expect(first).toMatchObject({ token_type: "bearer", expires_in: 3600, scope });
    expect(await works(first.access_token)).toBe(200);

    const refreshed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(
        as,
        client,
        proof,
        String(first.refresh_token),
        insecure,
      ),
    );
    expect(await works(refreshed.access_token)).toBe(200);

    const replay = oauth.processAuthorizationCodeResponse(as, client, await request());
    await expect(replay).rejects.toMatchObject({ error: "invalid_grant", status: 400 });
    expect(await works(refreshed.access_token)).toBe(401);

    const revoked = await oauth.revocationRequest(
      as,
      client,
      proof,
      String(refreshed.refresh_token),
      insecure,
    );
    await oauth.processRevocationResponse(revoked);
  });

  test("openid-client: discovery, code with PKCE, refresh, revocation", async () => {
    const { id, secret } = await register();
    const proof =
      way === "basic" ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
    const config = await openid.discovery(new URL(publicUrl), id, undefined, proof, {
      algorithm: "oauth2",
      execute: [openid.allowInsecureRequests],
    });
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    });

    const back = await approve(url);
    const first = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier,
      expectedState,
    });
    const refreshed = await openid.refreshTokenGrant(config, String(first.refresh_token));

    expect(first.expiresIn()).toBeGreaterThan(3590);
    expect(refreshed.scope).toBe(scope);
    expect(await works(refreshed.access_token)).toBe(200);
    await openid.tokenRevocation(config, refreshed.access_token);
    expect(await works(refreshed.access_token)).toBe(401);
  });

  test("simple-oauth2: code, refresh, revocation", async () => {
    const { id, secret } = await register();
    const client = new AuthorizationCode({
      client: { id, secret },
      auth: {
        tokenHost: publicUrl,
        tokenPath: "/v1/oauth/token",
        authorizePath: "/v1/oauth/authorize",
        revokePath: "/v1/oauth/revoke",
      },
      options: { authorizationMethod: way === "basic" ? "header" : "body" },
    });
    // This client knows no PKCE; whoever uses it adds the parameters.
    const pkce = { code_challenge: "c".repeat(43), code_challenge_method: "plain" };
    const url = client.authorizeURL({ redirect_uri: callback, scope, state: "s", ...pkce });

    const code = (await approve(url)).searchParams.get("code") ?? "";
    const sent = { code, redirect_uri: callback, code_verifier: pkce.code_challenge };
    const first = await client.getToken(sent);
    const refreshed = await first.refresh();

    expect(first.expired()).toBe(false);
    expect(await works(String(refreshed.token.access_token))).toBe(200);
    await refreshed.revokeAll();
    expect(await works(String(refreshed.token.access_token))).toBe(401);
    await expect(client.getToken(sent)).rejects.toMatchObject({
      data: { payload: { error: "invalid_grant" } },
    });
  });

  test("@badgateway/oauth2-client: code with PKCE, refresh, revocation", async () => {
    const { id, secret } = await register();
    const client = new OAuth2Client({
      server: publicUrl,
      clientId: id,
      clientSecret: secret,
      discoveryEndpoint: "/.well-known/oauth-authorization-server",
      authenticationMethod: way === "basic" ? "client_secret_basic" : "client_secret_post",
    });
    const codeVerifier = "v".repeat(64);
    const url = await client.authorizationCode.getAuthorizeUri({
      redirectUri: callback,
      state: "s",
      scope: scope.split(" "),
      codeVerifier,
    });

    const back = await approve(url);
    const first = await client.authorizationCode.getTokenFromCodeRedirect(back, {
      redirectUri: callback,
      state: "s",
      codeVerifier,
    });
    const refreshed = await client.refreshToken(first);

    expect(await works(refreshed.accessToken)).toBe(200);
    await client.revoke(refreshed);
    expect(await works(refreshed.accessToken)).toBe(401);
    await expect(client.refreshToken(first)).rejects.toMatchObject({ oauth2Code: "invalid_grant" });
  });
});
