import { allEndpoints } from "#api/modules.ts";
import type { MakeRequest } from "../helpers/good-requests.ts";
import { type Exchange, findOperation, type Judge, type Operation } from "./judge.ts";
import type { Forwarded } from "./proxy.ts";

type Good = Awaited<ReturnType<MakeRequest>>;

export interface Preparer {
  /** Gives a generated request a valid credential, and ids of what is there in place of valid ones that name nothing. */
  prepare(asked: Forwarded): Promise<Forwarded>;
  /** What was changed by an exchange is made anew for the next. */
  see(exchange: Exchange): void;
}

/** Lets generated requests reach what they are about: random ids and credentials would all end at 401 and 404. */
export function createPreparer(judge: Judge, make: MakeRequest): Preparer {
  const known = new Map<string, Promise<Good>>();
  const goodFor = (operation: Operation): Promise<Good> => {
    const endpoint = allEndpoints.find(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}` === operation.name,
    );
    if (endpoint === undefined) throw new Error(`${operation.name} is described and not served`);
    const request = known.get(operation.name) ?? make(endpoint);
    known.set(operation.name, request);
    return request;
  };
  const operationOf = ({ method, url }: { method: string; url: string }) =>
    findOperation(judge.operations, method, url.split("?", 1)[0] ?? "");

  return {
    async prepare(asked) {
      const operation = operationOf(asked);
      if (operation === null) return asked;
      const { url, headers } = await goodFor(operation);
      const { authorization: _, "x-api-key": __, cookie: ___, ...others } = asked.headers;
      const own = headers as Record<string, string>;
      return {
        ...asked,
        url: withGoodParameters(judge, operation, asked.url, url),
        headers: { ...others, ...own },
      };
    },
    see(exchange) {
      const operation = operationOf(exchange);
      const isChange = exchange.method !== "GET" && exchange.answer.status < 400;
      if (operation !== null && isChange) known.delete(operation.name);
    },
  };
}

function withGoodParameters(
  judge: Judge,
  operation: Operation,
  askedUrl: string,
  goodUrl: string,
): string {
  const [askedPath = "", ...query] = askedUrl.split("?");
  const asked = operation.match(askedPath) ?? {};
  const good = operation.match(goodUrl.split("?", 1)[0] ?? "") ?? {};
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = asked[name] ?? "";
    const isValid = judge.isValidParameter(operation, name, value);
    return encodeURIComponent(isValid ? (good[name] ?? value) : value);
  });
  return [path, ...query].join("?");
}
