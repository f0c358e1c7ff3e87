import type { InjectOptions } from "fastify";
import { needsAccount } from "#api/auth/access.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
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
import { nameOf, readModuleTests } from "./module-tests.ts";
import { makeTeam, type Person, type Team } from "./people.ts";

/** What an endpoint needs to succeed, beside the defaults of `goodRequests`. */
export interface GoodRequest {
  /** Values of path parameters. Default: `id` is the company. */
  parameters?: Record<string, string>;
  query?: string;
  /** Default: the owner's credential where an account is needed. */
  headers?: Record<string, string>;
  /** Default: `{}` where the endpoint takes a body. */
  payload?: object;
}

/** What the good requests of a module are made with. */
export interface World {
  app: TestApp;
  /** Whose credential the requests carry. Things that belong to an account must belong to the owner. */
  owner: Person;
  /** The people of the access matrix, the owner among them. */
  team: Team;
  /** Apple Inc., AAPL, published, with a terminal, financials, one statement and one fact. */
  companyId: string;
}

/**
 * Exported as `requests` by the `good-requests.ts` of a module: by `METHOD /path`, how a request that succeeds is
 * made. It is called for each request, so that what can be used only once is made anew.
 */
export type MakeRequests = (
  world: World,
) => Readonly<Record<string, () => GoodRequest | Promise<GoodRequest>>>;

type Request = InjectOptions & { url: string };

/** A request of an endpoint whose things are made; `parameters` replace the good ones. */
export type ReadyRequest = (parameters?: Record<string, string>) => Request;

export interface MakeRequest {
  /** One request of an endpoint that succeeds; `parameters` replace the good ones. */
  (endpoint: Endpoint, parameters?: Record<string, string>): Promise<Request>;
  /** Makes things once for many requests: as long as none of them succeeds in changing anything. */
  ready(endpoint: Endpoint): Promise<ReadyRequest>;
}

const modules = await readModuleTests();

const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const parameterNames = new Set(
  allEndpoints.flatMap(({ params }) => Object.keys(params?.shape ?? {})),
);

/** Values of all path parameters that name nothing. */
export const unknownParameters: Readonly<Record<string, string>> = Object.assign(
  Object.fromEntries(
    [...parameterNames].map((name) => [name, /^id$|Id$/.test(name) ? unknownId : "no-such-thing"]),
  ),
  ...modules.map((one) => one.unknownParameters),
);

/**
 * Answers how a good request of each endpoint is made, by people and about a company that are made unless they are
 * given.
 */
export async function goodRequests(
  app: TestApp,
  given: { team?: Team; companyId?: string } = {},
): Promise<MakeRequest> {
  const team = given.team ?? (await makeTeam(app));
  const { owner } = team;
  const companyId = given.companyId ?? (await makeSampleCompany(app)).id;
  const special = Object.assign(
    {},
    ...modules.map(({ requests }) => requests?.({ app, owner, team, companyId })),
  ) as ReturnType<MakeRequests>;

  const ready = async (endpoint: Endpoint): Promise<ReadyRequest> => {
    const { method, path, access, body } = endpoint;
    const good = (await special[nameOf(endpoint)]?.()) ?? {};
    const payload = good.payload ?? (body === null ? undefined : {});
    return (parameters = {}) => {
      const values: Record<string, string> = { id: companyId, ...good.parameters, ...parameters };
      const url = path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(values[name] ?? ""),
      );
      return {
        method,
        url: url + (good.query ?? ""),
        headers: { ...(needsAccount(access) ? owner.headers : {}), ...good.headers },
        ...(payload === undefined ? {} : { payload }),
      };
    };
  };
  const make = async (endpoint: Endpoint, parameters = {}) => (await ready(endpoint))(parameters);
  return Object.assign(make, { ready });
}

export async function makeSampleCompany({ db }: TestApp): Promise<{ id: string }> {
  const company = await makeCompany(db, { name: "Apple Inc.", slug: "apple-inc" });
  await makeTicker(db, company.id, "AAPL");
  await makeDocument(db, company.id, "terminal", makeTerminal(company.id));
  await makeDocument(db, company.id, "financials", { ttm: [], quarters: [] });
  await makeStatement(db, company.cik, { lineage: { revenue: 0 } });
  await makeFacts(db, company.cik, [makeFact()]);
  return company;
}
