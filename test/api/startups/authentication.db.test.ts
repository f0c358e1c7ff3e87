import { expect, test } from "vitest";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests, unknownParameters } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";

const app = await testApp();
const goodRequest = await goodRequests(app);
const marketplace = allEndpoints.filter(({ tag }) =>
  ["Startups", "Investors", "Engagement", "Portfolios"].includes(tag),
);
const malformed = Object.fromEntries(Object.keys(unknownParameters).map((name) => [name, "x"]));

test.each(marketplace.map((one) => [nameOf(one), one] as const))(
  "%s: without credentials an existing, a missing and a malformed thing, and a bad body, get one and the same 401 [STP-78] [AUT-19] [AUT-21] [AUT-22]",
  async (_, endpoint) => {
    const ready = await goodRequest.ready(endpoint);
    const withoutOwner = ({ authorization: _gone, ...headers }: Record<string, string>) => headers;
    const bare = (parameters?: Record<string, string>) => {
      const { headers, ...request } = ready(parameters);
      return { ...request, headers: withoutOwner(headers as Record<string, string>) };
    };
    const good = bare();
    const joint = good.url.includes("?") ? "&" : "?";
    const body = { headers: { ...good.headers, "content-type": "application/json" } };
    const hasBody = endpoint.method !== "GET";
    const answers = [
      await app.send(good),
      await app.send(bare(unknownParameters)),
      await app.send(bare(malformed)),
      await app.send({ ...good, url: `${good.url}${joint}limit=no&audience=no&unknown=1` }),
      ...(hasBody
        ? [
            await app.send({ ...good, payload: { unknown: { at: "any depth" } } }),
            await app.send({ ...good, ...body, payload: "{not json" }),
          ]
        : []),
    ];
    const seen = answers.map(({ statusCode, headers, body: text }) => {
      // `link` of a deprecated path repeats what the request named.
      const { date: _date, "x-request-id": _id, link: _link, ...others } = headers;
      return { statusCode, headers: others, text: text.replace(/"traceId":"[^"]*"/, "") };
    });
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({
      statusCode: 401,
      headers: { "www-authenticate": expect.stringMatching(/^Bearer/) },
    });
  },
);
