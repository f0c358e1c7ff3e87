import { expect, test } from "vitest";
import { openSampleHttp } from "#ingest/sample/sample-http.ts";
import { startRegulator } from "../../helpers/regulator/regulator.ts";

const at = "2026-03-01T12:00:00.000Z";
const http = openSampleHttp(() => new Date(at));
const submissions = "https://data.sec.gov/submissions/CIK0000320193.json";

test("the sample answers in the process what it answers over HTTP, and says when nothing changed", async () => {
  const regulator = await startRegulator();
  const headers = { "user-agent": "Ann ann@example.com", "accept-encoding": "gzip" };
  const served = await fetch(regulator.url + new URL(submissions).pathname, { headers });
  const first = await http.get(submissions, { kind: "submissions" });
  expect(first).toMatchObject({
    status: "ok",
    body: Buffer.from(await served.arrayBuffer()),
    etag: served.headers.get("etag"),
    lastModified: served.headers.get("last-modified"),
    fetchedAt: at,
  });
  await regulator.close();
  const { etag } = first as { etag: string };
  expect(await http.get(submissions, { kind: "submissions", etag })).toEqual({
    status: "notModified",
  });
  // A new process knows its documents, too.
  const again = openSampleHttp(() => new Date(at));
  expect(await again.get(submissions, { kind: "submissions", etag })).toEqual({
    status: "notModified",
  });
  expect(await again.get(submissions, { kind: "submissions", etag: '"other"' })).toMatchObject({
    status: "ok",
  });
});

test.each([
  ["https://data.sec.gov/submissions/CIK0000000001.json", "submissions", 404],
  ["https://www.sec.gov/Archives/edgar/data/1/000000000124000001/index.json", "index", 403],
  [
    "https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&output=atom&start=100000",
    "feed",
    503,
  ],
] as const)("%s is absent in the regulator's way", async (url, kind, httpStatus) => {
  expect(await http.get(url, { kind: kind as "feed" })).toEqual({ status: "absent", httpStatus });
});
