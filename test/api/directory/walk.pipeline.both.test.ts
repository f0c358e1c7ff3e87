import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { decideCorrection } from "#api/modules/directory-acts/service.ts";
import { moderateListing } from "#api/modules/publication/service.ts";
import { grantClaim, listOpenClaims } from "#api/modules/relationships/service.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";
import { makePerson } from "../../helpers/people.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const app = await testApp({ database: context.database, now: () => new Date() });
const { db } = app;

/** What the commands of the guide do, without a process of their own: the database belongs to this one. */
const commands: Record<string, (...args: string[]) => Promise<string>> = {
  "correction review": async (id = "") => {
    const { field, status } = await decideCorrection(db, id, "review");
    return `the suggestion for ${field} is ${status}`;
  },
  "correction accept": async (id = "") => {
    const { field, status } = await decideCorrection(db, id, "accept");
    return `the suggestion for ${field} is ${status}`;
  },
  claims: async () => (await listOpenClaims(db)).map(({ name }) => name).join("\n"),
  "grant-claim": async (_ticker, email = "") => {
    await grantClaim(db, { entityId: entityIdOf(apple), email });
    return `belongs to ${email}`;
  },
  "listing block": async (entityId = "") =>
    `is ${(await moderateListing(db, { entityId }, "block")).status}`,
  "listing restore": async (entityId = "") =>
    `is ${(await moderateListing(db, { entityId }, "restore")).status}`,
};

const operator = createServer(async (request, response) => {
  const line = decodeURIComponent(request.url?.slice(1) ?? "");
  const [name] = Object.keys(commands).filter((one) => line.startsWith(one));
  const args = line.slice(name?.length).trim().split(" ");
  response.end(await commands[name ?? ""]?.(...args));
});
await new Promise<void>((resolve) => operator.listen(0, "127.0.0.1", resolve));
const folder = await mkdtemp(join(tmpdir(), "tenk-operator-"));
afterAll(async () => {
  operator.close();
  await rm(folder, { recursive: true, force: true });
});

test("docs/directory.md runs as it stands [DIR-01] [DIR-10] [DIR-33] [DIR-65] [DIR-80]", async () => {
  const [ann, bob] = [
    await makePerson(app, "ann@example.com"),
    await makePerson(app, "bob@example.com"),
  ];
  const { port } = operator.address() as AddressInfo;
  // `npm run admin -- <command>` of the guide.
  const npm = `#!/usr/bin/env bash\nshift 3\ntext="$*"\ncurl -s "http://127.0.0.1:${port}/\${text// /%20}"\n`;
  await writeFile(join(folder, "npm"), npm);
  await chmod(join(folder, "npm"), 0o755);
  const tokenOf = ({ headers }: typeof ann) => String(headers.authorization).replace("Bearer ", "");
  await runWalk(app, "directory.md", {
    ANN: tokenOf(ann),
    BOB: tokenOf(bob),
    PATH: `${folder}:${process.env.PATH}`,
  });
}, 120_000);
