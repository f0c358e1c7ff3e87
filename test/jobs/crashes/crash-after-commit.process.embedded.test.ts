import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { WrittenMail } from "#api/clients/mail.ts";
import type { JobContext } from "#jobs/running/job.ts";
import { openQueue } from "#jobs/running/queue.ts";
import { sendMailJob } from "#jobs/tasks/accounts/send-mail.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { programEnv, shortRun } from "../../helpers/program-env.ts";

const script = join(import.meta.dirname, "crash-after-commit.ts");
const { path: dataDir, remove } = await newDataFolder();
afterAll(remove);

async function untilKilled(): Promise<unknown> {
  const child = spawn(process.execPath, [...shortRun, script], {
    env: { ...programEnv, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [, signal] = await once(child, "exit");
  return signal;
}

/** Works until a mail that is enqueued last is sent, and returns the subjects of all. */
async function mailsOfNextStart(): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const sent: string[] = [];
  const queue = await openQueue({
    database,
    databaseUrl: null,
    log: { error() {} },
    jobs: [{ ...sendMailJob, concurrency: 1 }],
  });
  const deliver = async ({ subject }: WrittenMail) => void sent.push(subject);
  const last = { to: "ann@example.com", kind: "security", subject: "last" } as const;
  await queue.enqueue(sendMailJob, { ...last, text: "", html: "", id: randomUUID() });
  const platform = { db: database.db, publicUrl: "http://localhost" };
  await queue.work({ platform, mails: { deliver } } as unknown as JobContext);
  await expect.poll(() => sent.includes("last"), { interval: 25 }).toBe(true);
  await queue.stop();
  await database.close();
  return sent;
}

test("a process killed between the commit and its effects loses no job: the next start runs it once", async () => {
  expect(await untilKilled()).toBe("SIGKILL");

  expect(await mailsOfNextStart()).toEqual(["committed", "last"]);
  expect(await mailsOfNextStart()).toEqual(["last"]);
}, 300_000);
