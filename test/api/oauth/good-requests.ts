import { startBrowser } from "#api/auth/sessions.ts";
import { openForm } from "../../helpers/browser.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app, owner }) => {
  const redirectUri = "https://app.example.com/callback";
  const registration = { name: "Viewer", redirectUris: [redirectUri], requirePkce: false };
  const register = async () => {
    const url = "/v1/oauth.registerApplication";
    const answer = await app.send({
      method: "POST",
      url,
      headers: owner.headers,
      payload: registration,
    });
    const { application, clientSecret } = answer.json().result.data.data;
    return {
      id: application.id as string,
      client_id: application.clientId as string,
      client_secret: clientSecret as string,
    };
  };
  const query = (client_id: string) =>
    `?${new URLSearchParams({ client_id, redirect_uri: redirectUri, response_type: "code", scope: "read", state: "s" })}`;
  const grant = async () => {
    const client = await register();
    const headers = { ...owner.headers, accept: "application/json" };
    const { code } = (
      await app.get(`/v1/oauth/authorize${query(client.client_id)}`, headers)
    ).json();
    return { ...client, grant_type: "authorization_code", code, redirect_uri: redirectUri };
  };
  const own = async () => ({ payload: { applicationId: (await register()).id } });
  return {
    "POST /v1/oauth.registerApplication": () => ({ payload: registration }),
    "POST /v1/oauth.rotateSecret": own,
    "POST /v1/oauth.deleteApplication": own,
    "POST /v1/oauth.revokeGrant": async () => ({ payload: { applicationId: (await grant()).id } }),
    "GET /v1/oauth/authorize": async () => ({
      query: query((await register()).client_id),
      headers: { ...owner.headers, accept: "application/json" },
    }),
    "POST /v1/oauth/authorize": async () => {
      const { client_id } = await register();
      const session = await startBrowser(app.db, {
        userId: owner.id,
        at: new Date(),
        lifetimeSeconds: 600,
      });
      const url = `/v1/oauth/authorize${query(client_id)}`;
      const form = await openForm(app, url, { cookie: `tenk-session=${session}` });
      return { headers: form.headers, payload: { ...form.payload, decision: "allow" } };
    },
    "POST /v1/oauth/token": async () => {
      const { id: _, ...payload } = await grant();
      return { payload };
    },
    "POST /v1/oauth/revoke": async () => ({ payload: { ...(await register()), token: "t" } }),
  };
};
