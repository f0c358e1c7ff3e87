import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { documentationPaths } from "#api/http/description/documentation-paths.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../helpers/app.ts";
import { goodRequests } from "../helpers/good-requests.ts";
import { describeForGenerator, isEventStream } from "./for-generator.ts";
import { createJudge, type Description, type Exchange, findOperation } from "./judge.ts";
import { createPreparer } from "./prepare.ts";
import { startProxy } from "./proxy.ts";
import { runSpecmatic } from "./specmatic.ts";

/** One started server, everything that is generated sent to it once; the tests say what must be true of all of it. */
const app = await testApp();
const target = await app.app.listen({ port: 0, host: "127.0.0.1" });
const description = (await app.get("/api/openapi")).json() as Description;
const judge = createJudge(description);
const good = await goodRequests(app);
const preparer = createPreparer(judge, good);
const exchanges: Exchange[] = [];
const proxy = await startProxy(target, {
  prepare: preparer.prepare,
  see: (exchange) => {
    exchanges.push(exchange);
    preparer.see(exchange);
  },
});
const workFolder = await mkdtemp(join(tmpdir(), "tenk-contract-"));
afterAll(async () => {
  await proxy.close();
  await rm(workFolder, { recursive: true });
});
const where = { url: proxy.url, workFolder };
const generated = await runSpecmatic(describeForGenerator(description), where);
const findings = exchanges.flatMap((exchange) => judge.judge(exchange));

const operationOf = ({ method, url }: Exchange) =>
  findOperation(judge.operations, method, url.split("?", 1)[0] ?? "")?.name ?? null;

test("the generator tried every operation that answers, and most of what it sent as valid was taken", () => {
  const tried = Map.groupBy(exchanges, operationOf);
  const counts = Object.groupBy(exchanges, ({ answer }) => `${Math.floor(answer.status / 100)}xx`);
  const summary = Object.entries(counts).map(([of, all]) => `${of} ${all?.length}`);
  process.stdout.write(`${generated.tests} generated requests: ${summary.sort().join(", ")}\n`);

  expect(generated.tests, generated.output.slice(-2000)).toBeGreaterThan(1000);
  expect(counts["2xx"]?.length ?? 0).toBeGreaterThan(generated.tests / 10);
  // It knows no redirects.
  const untried = judge.operations.filter(
    ({ name, path, responses }) =>
      !tried.has(name) && !(path in documentationPaths) && (responses[200] ?? responses[201]),
  );
  expect(untried.filter((one) => !isEventStream(one)).map(({ name }) => name)).toEqual([]);
});

test.each(Object.keys(documentationPaths))("GET %s answers as described", async (path) => {
  const { statusCode, headers, body } = await app.get(path);
  const answer = { status: statusCode, contentType: String(headers["content-type"]), body };
  const asked = { method: "GET", url: path, contentType: null, body: "", headers: {} };

  expect(statusCode).toBe(200);
  expect(judge.judge({ ...asked, answer }).map(({ detail }) => detail)).toEqual([]);
});

test.each(["server error", "undocumented answer", "accepted what is invalid"] as const)(
  "no %s",
  (rule) => {
    const found = findings.filter((one) => one.rule === rule);
    const told = found.map(({ operation, detail, exchange: { url, body } }) =>
      [operation, detail, url, body.slice(0, 300)].join("\n  "),
    );

    const errors = app.logged.map(({ err }) => (err as Error | undefined)?.message);
    expect([...new Set(told)].slice(0, 20), [...new Set(errors)].join("\n")).toEqual([]);
  },
);

test.each(allEndpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s answers a good request as described",
  async (_, endpoint) => {
    const request = await good(endpoint);
    const seen: Exchange[] = [];
    const line = await startProxy(target, {
      prepare: async (asked) => asked,
      see: (exchange) => seen.push(exchange),
    });
    onTestFinished(() => line.close());
    const payload = request.payload === undefined ? {} : { body: JSON.stringify(request.payload) };
    await fetch(line.url + request.url, {
      method: endpoint.method,
      redirect: "manual",
      headers: {
        ...(request.headers as Record<string, string>),
        ...(request.payload === undefined ? {} : { "content-type": "application/json" }),
      },
      ...payload,
    });

    expect(seen[0]?.answer.status).toBe(endpoint.status);
    expect(seen.flatMap((one) => judge.judge(one)).map(({ detail }) => detail)).toEqual([]);
  },
);
