import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-chromium-"));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
const app = await testApp({ files: openFileStore(join(folder, "files")) });
const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
const ann = await makePerson(app);

const chromium = ["chromium", "chromium-browser", "google-chrome"].find((program) => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

/** Paths that a browser asked the other server for: a script that runs asks for `/ran`. */
const asked: string[] = [];
const other = createServer(({ url = "" }, response) => {
  asked.push(url);
  response.setHeader("content-type", "text/html");
  response.end(page);
});
await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
afterAll(() => void other.close());
const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
const page = `<!doctype html><script>new Image().src = "${elsewhere}/ran"</script>`;

/** Opens an address in a new profile that saves downloads in the folder it answers, until `isDone`. */
async function openIn(profile: string, url: string, isDone: (saved: string) => Promise<boolean>) {
  const [home, saved] = [join(folder, profile), join(folder, `${profile}-saved`)];
  await mkdir(join(home, "Default"), { recursive: true });
  await mkdir(saved);
  const download = { default_directory: saved, prompt_for_download: false };
  await writeFile(join(home, "Default/Preferences"), JSON.stringify({ download }));
  const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"];
  const more = ["--disable-dev-shm-usage", `--user-data-dir=${home}`, url];
  const env = { ...process.env, HOME: home };
  const started = { env, detached: true, stdio: "ignore" } as const;
  const browser = spawn(chromium ?? "", [...options, ...more], started);
  const ended = new Promise((done) => browser.once("close", done));
  try {
    await expect.poll(() => isDone(saved), { timeout: 90_000, interval: 200 }).toBe(true);
  } finally {
    // Its own group: the browser and the processes that it has started.
    if (browser.pid !== undefined) process.kill(-browser.pid, "SIGKILL");
    await ended;
  }
  return saved;
}

const documents: [string, string, string][] = [
  ["report.pdf", "application/pdf", `%PDF-1.4\n${page}\n%%EOF\n`],
  ["page.html", "text/html", page],
];

test.skipIf(chromium === undefined)(
  "Chromium saves a PDF and a page from their addresses and runs no script of them (skipped without Chromium) [DOC-11]",
  async () => {
    await openIn("control", `${elsewhere}/page`, async () => asked.includes("/ran"));
    asked.length = 0;
    for (const [filename, mimetype, body] of documents) {
      const content = Buffer.from(body).toString("base64");
      const made = await app.send({
        ...{ method: "POST", url: "/api/v1/documents/upload", headers: ann.headers },
        payload: { filename, content, mimetype },
      });
      const url = made.json().data.documentUrl.replace("http://localhost:3000", address);
      const isSaved = async (saved: string) => (await readdir(saved)).includes(filename);
      const saved = await openIn(filename, url, isSaved);
      expect(await readFile(join(saved, filename), "utf8")).toBe(body);
    }
    expect(asked).toEqual([]);
  },
);
