import type { InjectOptions } from "fastify";
import { needsAccount } from "#api/auth/access.ts";
import { startBrowser } from "#api/auth/sessions.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { userAccount } from "#schemas/tables/account.ts";
import type { TestApp } from "./app.ts";
import {
  makeCompany,
  makeDocument,
  makeFact,
  makeFacts,
  makeStatement,
  makeTerminal,
  makeTicker,
} from "./make.ts";
import { makeTeam, teamRequests } from "./team-requests.ts";

/** What an endpoint needs to succeed, beside the defaults below. */
interface GoodRequest {
  /** Values of path parameters. */
  parameters?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  payload?: object;
}

/** Values of path parameters that name nothing. */
export const unknownParameters: Record<string, string> = {
  id: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  entityId: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  userId: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  watchlistId: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  slug: "no-such-company",
  ticker: "NOSUCH",
  templateKey: "no_such_model",
  scenarioId: "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
  shareToken: "no-such-token",
  schemaType: "income_statement",
  schemaVersion: "0.0.0",
};

/**
 * One request per endpoint that succeeds. Each call makes what can be used only once anew; `parameters` replace
 * the good ones.
 */
export type MakeRequest = (
  endpoint: Endpoint,
  parameters?: Record<string, string>,
) => Promise<InjectOptions & { url: string }>;

export async function goodRequests(app: TestApp): Promise<MakeRequest> {
  const company = await makeSampleCompany(app);
  const ann = await app.signIn("ann@example.com");
  const defaults: Record<string, string> = {
    id: company.id,
    slug: "apple-inc",
    ticker: "AAPL",
    templateKey: "dcf_5_year_terminal_growth",
    schemaType: "income_statement",
    schemaVersion: "1.0.0",
  };
  const special = {
    ...companyRequests,
    ...keyRequests(app, ann),
    ...scenarioRequests(app, ann, company.id),
    ...accountRequests(app),
    ...pageRequests(app),
    ...oauthRequests(app, ann),
    ...teamRequests(app, await makeTeam(app), company.id),
  };

  return async (endpoint, parameters = {}) => {
    const { method, path, access } = endpoint;
    const good = (await special[`${method} ${path}`]?.()) ?? {};
    const values = { ...defaults, ...good.parameters, ...parameters };
    const url = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ""),
    );
    const payload = good.payload ?? (endpoint.body === null ? undefined : {});
    return {
      method,
      url: url + (good.query ?? ""),
      headers: { ...(needsAccount(access) || isPrivate.has(path) ? ann : {}), ...good.headers },
      ...(payload === undefined ? {} : { payload }),
    };
  };
}

/** What anybody may ask for, and only some find. */
const isPrivate = new Set(["/v2/entities/:entityId/cover"]);

export type Special = Record<string, () => GoodRequest | Promise<GoodRequest>>;

const companyRequests: Special = {
  "GET /v2/entities/:id/lineage": () => ({ query: "?concept=revenue&period=2023FY" }),
};

function keyRequests({ send }: TestApp, headers: Record<string, string>): Special {
  const payload = { name: "Export", scope: "read" };
  const ofNewKey = async () => {
    const made = await send({ method: "POST", url: "/api/v1/api-keys", headers, payload });
    return { parameters: { id: made.json().id as string } };
  };
  return {
    "POST /api/v1/api-keys": () => ({ payload }),
    "POST /v1/apiKeys.create": () => ({ payload }),
    "GET /api/v1/api-keys/:id": ofNewKey,
    "POST /api/v1/api-keys/:id/revoke": ofNewKey,
  };
}

function scenarioRequests({ send }: TestApp, headers: Record<string, string>, id: string): Special {
  const url = `/v2/entities/${id}/models/wacc/scenarios`;
  const payload = { name: "Base case" };
  const ofNewScenario = async () => {
    const made = await send({ method: "POST", url, headers, payload });
    const scenarioId: string = made.json().data.id;
    return { parameters: { templateKey: "wacc", scenarioId }, payload };
  };
  const ofNewLink = async () => {
    const { parameters } = await ofNewScenario();
    const share = `${url}/${parameters.scenarioId}/share`;
    const { data } = (await send({ method: "POST", url: share, headers })).json();
    return { parameters: { shareToken: data.shareToken as string } };
  };
  const path = "/v2/entities/:id/models/:templateKey/scenarios";
  return {
    "POST /v2/entities/:id/models/:templateKey/export": () => ({ payload: { format: "xlsx" } }),
    [`POST ${path}`]: () => ({ payload }),
    [`PATCH ${path}/:scenarioId`]: ofNewScenario,
    [`DELETE ${path}/:scenarioId`]: ofNewScenario,
    [`POST ${path}/:scenarioId/share`]: ofNewScenario,
    [`DELETE ${path}/:scenarioId/share`]: ofNewScenario,
    "GET /v2/model-scenarios/shared/:shareToken": ofNewLink,
  };
}

function accountRequests(app: TestApp): Special {
  let made = 0;
  const password = "correct horse battery";
  const register = async () => {
    made += 1;
    const email = `person-${made}@example.com`;
    const payload = { email, password };
    await app.send({ method: "POST", url: "/auth/register", payload });
    return { email, token: tokenIn(app.mails.at(-1)?.text) };
  };
  const signIn = async () => {
    const { email, token } = await register();
    const post = (url: string, payload: object) => app.send({ method: "POST", url, payload });
    await post("/auth/verify-email", { token });
    return (await post("/auth/sign-in", { email, password })).json().data;
  };
  return {
    "POST /auth/register": () => ({ payload: { email: "new@example.com", password } }),
    "POST /auth/request-verification": () => ({ payload: { email: "new@example.com" } }),
    "POST /auth/request-password-reset": () => ({ payload: { email: "new@example.com" } }),
    "POST /auth/verify-email": async () => ({ payload: { token: (await register()).token } }),
    "POST /auth/sign-in": async () => {
      const { user } = await signIn();
      return { payload: { email: user.email, password } };
    },
    "POST /auth/refresh": async () => ({
      payload: { refreshToken: (await signIn()).refreshToken },
    }),
    "POST /auth/sign-out": async () => ({
      payload: { refreshToken: (await signIn()).refreshToken },
    }),
    "POST /auth/reset-password": async () => {
      const { email } = await register();
      await app.send({ method: "POST", url: "/auth/request-password-reset", payload: { email } });
      return { payload: { token: tokenIn(app.mails.at(-1)?.text), password } };
    },
  };
}

/** The form of a page as a browser would send it, with its cookies. */
export async function openForm(
  { get }: TestApp,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ headers: Record<string, string>; payload: Record<string, string> }> {
  const answer = await get(url, { accept: "text/html", ...headers });
  const fields = [...answer.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const payload = Object.fromEntries(
    fields.map(([, name = "", value = ""]) => [name, unescaped(value)]),
  );
  return { headers: { cookie: cookiesOf(answer.headers["set-cookie"], headers.cookie) }, payload };
}

/** What a browser sends back after an answer. */
export function cookiesOf(set: string | string[] | undefined, before = ""): string {
  const pairs = [set ?? []].flat().map((one) => one.split(";", 1)[0] ?? "");
  return [before, ...pairs].filter(Boolean).join("; ");
}

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "");
const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function pageRequests(app: TestApp): Special {
  const password = "correct horse battery";
  const send = async (page: string, fields: Record<string, string>, url = `/auth/${page}`) => {
    const { headers, payload } = await openForm(app, url);
    return { headers, payload: { ...payload, ...fields } };
  };
  let made = 0;
  const person = async () => {
    made += 1;
    const email = `browser-${made}@example.com`;
    const post = (path: string, payload: object) =>
      app.send({ method: "POST", url: `/auth/${path}`, payload });
    await post("register", { email, password });
    const token = tokenIn(app.mails.at(-1)?.text);
    return { email, token, post };
  };
  return {
    "POST /auth/forms/register": () => send("register", { email: "page@example.com", password }),
    "POST /auth/forms/sign-in": async () => {
      const { email, token, post } = await person();
      await post("verify-email", { token });
      return send("sign-in", { email, password });
    },
    "POST /auth/forms/verify-email": async () =>
      send("verify-email", {}, `/auth/verify-email?token=${(await person()).token}`),
    "POST /auth/forms/reset-password": async () => {
      const { email, post } = await person();
      await post("request-password-reset", { email });
      const token = tokenIn(app.mails.at(-1)?.text);
      return send("reset-password", { password }, `/auth/reset-password?token=${token}`);
    },
    "POST /auth/forms/sign-out": async () => {
      const { email, token, post } = await person();
      await post("verify-email", { token });
      const form = await send("sign-in", { email, password });
      const url = "/auth/forms/sign-in";
      const signedIn = await app.send({ method: "POST", url, ...form });
      const cookie = cookiesOf(signedIn.headers["set-cookie"], form.headers.cookie);
      const { payload } = await openForm(app, "/auth/sign-in", { cookie });
      return { headers: { cookie }, payload };
    },
  };
}

function oauthRequests(app: TestApp, ann: Record<string, string>): Special {
  const redirectUri = "https://app.example.com/callback";
  const registration = { name: "Viewer", redirectUris: [redirectUri], requirePkce: false };
  const register = async () => {
    const url = "/v1/oauth.registerApplication";
    const answer = await app.send({ method: "POST", url, headers: ann, payload: registration });
    const { application, clientSecret } = answer.json().result.data.data;
    return { client_id: application.clientId as string, client_secret: clientSecret as string };
  };
  const query = (client_id: string) =>
    `?${new URLSearchParams({ client_id, redirect_uri: redirectUri, response_type: "code", scope: "read", state: "s" })}`;
  const grant = async () => {
    const client = await register();
    const headers = { ...ann, accept: "application/json" };
    const { code } = (
      await app.get(`/v1/oauth/authorize${query(client.client_id)}`, headers)
    ).json();
    return { ...client, grant_type: "authorization_code", code, redirect_uri: redirectUri };
  };
  return {
    "POST /v1/oauth.registerApplication": () => ({ payload: registration }),
    "GET /v1/oauth/authorize": async () => ({
      query: query((await register()).client_id),
      headers: { ...ann, accept: "application/json" },
    }),
    "POST /v1/oauth/authorize": async () => {
      const { client_id } = await register();
      const userId = (await app.db.select().from(userAccount).limit(1))[0]?.id ?? "";
      const session = await startBrowser(app.db, { userId, at: new Date(), lifetimeSeconds: 600 });
      const url = `/v1/oauth/authorize${query(client_id)}`;
      const form = await openForm(app, url, { cookie: `tenk-session=${session}` });
      return { headers: form.headers, payload: { ...form.payload, decision: "allow" } };
    },
    "POST /v1/oauth/token": async () => ({ payload: await grant() }),
    "POST /v1/oauth/revoke": async () => ({ payload: { ...(await register()), token: "t" } }),
  };
}

/** The token in the link of a mail; empty when there is none. */
export const tokenIn = (text = "") => /token=([\w-]+)/.exec(text)?.[1] ?? "";

async function makeSampleCompany({ db }: TestApp): Promise<{ id: string }> {
  const company = await makeCompany(db, { name: "Apple Inc.", slug: "apple-inc" });
  await makeTicker(db, company.id, "AAPL");
  await makeDocument(db, company.id, "terminal", makeTerminal(company.id));
  await makeDocument(db, company.id, "financials", { ttm: [], quarters: [] });
  await makeStatement(db, company.cik, { lineage: { revenue: 0 } });
  await makeFacts(db, company.cik, [makeFact()]);
  return company;
}
