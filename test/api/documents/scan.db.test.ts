import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { openScanHook, type ScanHook } from "#api/clients/scan-hook.ts";
import { scanStoredDocument, sweepDocuments } from "#api/modules/documents/service.ts";
import { openPlatform } from "#api/platform.ts";
import { scanDocumentJob } from "#jobs/tasks/platform/scan-document.ts";
import { readConfig } from "#schemas/config/config.ts";
import { document } from "#schemas/tables/accounts/document.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";

const stored: { name: string; data: object }[] = [];
const jobs = {
  async send(
    { afterCommit }: { afterCommit(effect: () => void): void },
    task: { name: string },
    data: object,
  ) {
    afterCommit(() => void stored.push({ name: task.name, data }));
  },
} as never;
const files = openFileStore(join(tmpdir(), "tenk-files"));
const app = await testApp({ scansDocuments: true, jobs, files });
const now = () => new Date(Date.now() + ahead);
let ahead = 0;
const log = { error() {} } as never;
const platform = openPlatform({
  db: app.db,
  jobs,
  log,
  now,
  files,
  publicUrl: "http://localhost:3000",
});
const signal = new AbortController().signal;
const clean: ScanHook = { judge: async () => "clean" };
const refusing: ScanHook = { judge: async () => "refused" };

const [ann, bob] = [await makePerson(app), await makePerson(app)];

async function upload(by: Person = ann) {
  const payload = {
    filename: "a.txt",
    content: Buffer.from(`${Math.random()}`).toString("base64"),
    mimetype: "text/plain",
  };
  const sent = {
    method: "POST",
    url: "/api/v1/documents/upload",
    headers: by.headers,
    payload,
  } as const;
  const answer = await app.send(sent);
  expect(answer.statusCode, answer.body).toBe(201);
  const { documentKey: key, documentUrl } = answer.json().data;
  const data = stored.findLast(({ name }) => name === "documents.scan")?.data as {
    documentId: string;
  };
  return { key, id: data.documentId, signed: new URL(documentUrl), scan: answer.json().data.scan };
}

const statuses = async ({ key, signed }: { key: string; signed: URL }) => {
  const own = await app.get(`/api/v1/documents/${key}/content`, ann.headers);
  const others = await app.get(signed.pathname + signed.search);
  return [own.statusCode, others.statusCode];
};
const scanOf = async (key: string) =>
  (await app.get(`/api/v1/documents/${key}`, ann.headers)).json().data.scan;

describe("a document", () => {
  test("is loaded by its owner alone until it is found clean", async () => {
    const made = await upload();
    expect([made.scan, await scanOf(made.key)]).toEqual(["pending", "pending"]);
    expect(await statuses(made)).toEqual([200, 409]);
    expect(await scanStoredDocument(platform, made.id, clean, signal)).toBe("clean");
    expect([await scanOf(made.key), await statuses(made)]).toEqual(["clean", [200, 200]]);
  });

  test("that is refused stays closed to others, also to readers of a report that carries it", async () => {
    const [made, neighbour] = [await upload(), await upload()];
    const report = await app.send({
      ...{ method: "POST", url: "/v2/reports", headers: ann.headers },
      payload: {
        ...{ title: "R", report_type: "annual_report", is_public: true, data: {} },
        documents: [made.key],
      },
    });
    const url = `/v2/reports/${report.json().data.id}/document/content?documentKey=${made.key}`;
    expect((await app.get(url, bob.headers)).statusCode).toBe(409);
    await scanStoredDocument(platform, made.id, refusing, signal);
    expect([await scanOf(made.key), await statuses(made)]).toEqual(["refused", [200, 409]]);
    const answer = await app.get(url, bob.headers);
    expect([answer.statusCode, answer.body]).toEqual([
      409,
      expect.stringContaining("did not pass"),
    ]);
    expect((await app.get(url, ann.headers)).statusCode).toBe(200);
    expect(await scanOf(neighbour.key)).toBe("pending");
  });

  test("gets one verdict, sixteen at once and again", async () => {
    const { id, key } = await upload();
    const hooks = Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? clean : refusing));
    const done = await Promise.all(
      hooks.map((one) => scanStoredDocument(platform, id, one, signal)),
    );
    const verdicts = done.filter((one) => one !== "judged before");
    expect(verdicts).toHaveLength(1);
    expect(await scanStoredDocument(platform, id, refusing, signal)).toBe("judged before");
    expect(await scanOf(key)).toBe(verdicts[0]);
  });

  test("whose scan fails stays closed, and is scanned again after an hour", async () => {
    const made = await upload();
    const failing: ScanHook = { judge: async () => Promise.reject(new Error("away")) };
    await expect(scanStoredDocument(platform, made.id, failing, signal)).rejects.toThrow("away");
    expect(await statuses(made)).toEqual([200, 409]);
    const again = () =>
      stored.filter(({ data }) => "documentId" in data && data.documentId === made.id);
    await sweepDocuments(platform, signal);
    expect(again()).toHaveLength(1);
    ahead = 2 * 3_600_000;
    await sweepDocuments(platform, signal);
    expect(again()).toHaveLength(2);
  });

  test("that was removed needs no scan, and a worker without a hook judges nothing", async () => {
    const { id, key } = await upload();
    const context = { config: { scan: null }, platform } as never;
    await expect(scanDocumentJob.run(context, { documentId: id }, signal)).rejects.toThrow(
      /neither/,
    );
    await app.send({ method: "DELETE", url: `/api/v1/documents/${key}`, headers: ann.headers });
    expect(await scanStoredDocument(platform, id, clean, signal)).toBe("removed");
  });
});

test("without the setting nothing is scanned and nothing waits", async () => {
  const plain = await testApp({ files });
  const cleo = await makePerson(plain);
  const payload = { filename: "a.txt", content: "YWJj", mimetype: "text/plain" };
  const url = "/api/v1/documents/upload";
  const made = await plain.send({ method: "POST", url, headers: cleo.headers, payload });
  expect(made.json().data).not.toHaveProperty("scan");
  expect(await plain.db.select({ scan: document.scan }).from(document)).toEqual([{ scan: null }]);
  const signed = new URL(made.json().data.documentUrl);
  expect((await plain.get(signed.pathname + signed.search)).statusCode).toBe(200);
});

describe("the hook", async () => {
  const answers: Record<string, (given: Buffer) => [number, Record<string, string>]> = {
    "/by-content": (given) => [given.includes("EICAR") ? 422 : 204, {}],
    "/broken": () => [500, {}],
    "/elsewhere": () => [302, { location: "/by-content" }],
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const answer = answers[request.url ?? ""];
    if (answer === undefined) return;
    response.writeHead(...answer(Buffer.concat(parts))).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const http = (path: string) =>
    openScanHook({ kind: "http", url: `http://127.0.0.1:${port}${path}` }, 1500);
  const program = (script: string) =>
    openScanHook({ kind: "command", program: process.execPath, arguments: ["-e", script] }, 5000);
  const read =
    "let t='';process.stdin.on('data',d=>t+=d).on('end',()=>process.exit(t.includes('EICAR')?1:0))";
  const judge = (hook: ScanHook, text: string) => hook.judge(Buffer.from(text), signal);

  test("by request: 2xx is clean, 422 refused, anything else no verdict", async () => {
    expect([
      await judge(http("/by-content"), "a"),
      await judge(http("/by-content"), "EICAR"),
    ]).toEqual(["clean", "refused"]);
    await expect(judge(http("/broken"), "a")).rejects.toThrow("500");
    await expect(judge(http("/elsewhere"), "a")).rejects.toThrow();
    await expect(judge(http("/silent"), "a")).rejects.toThrow();
  });

  test("by program: 0 is clean, 1 refused, anything else no verdict", async () => {
    expect([await judge(program(read), "a"), await judge(program(read), "EICAR")]).toEqual([
      "clean",
      "refused",
    ]);
    await expect(judge(program("process.exit(2)"), "a".repeat(1_000_000))).rejects.toThrow("2");
    await expect(judge(program("process.kill(process.pid, 'SIGKILL')"), "a")).rejects.toThrow(
      "null",
    );
    await expect(judge(program("setTimeout(() => {}, 60_000)"), "a")).rejects.toThrow();
    const missing = openScanHook({ kind: "command", program: "/no/such/program", arguments: [] });
    await expect(judge(missing, "a")).rejects.toThrow("ENOENT");
  });

  test("is one of two settings", () => {
    expect(readConfig({}).scan).toBeNull();
    expect(readConfig({ SCAN_COMMAND: "clamdscan  --no-summary -" }).scan).toEqual({
      ...{ kind: "command", program: "clamdscan", arguments: ["--no-summary", "-"] },
    });
    const url = "https://scan.example.com/v1";
    expect(readConfig({ SCAN_URL: url }).scan).toEqual({ kind: "http", url });
    expect(() => readConfig({ SCAN_URL: url, SCAN_COMMAND: "x" })).toThrow("exclude each other");
    expect(() => readConfig({ SCAN_URL: "file:///etc/passwd" })).toThrow("SCAN_URL");
  });
});
