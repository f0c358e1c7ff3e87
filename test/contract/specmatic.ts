import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installGenerator } from "./install.ts";
import type { Description } from "./judge.ts";

// Of optional parts of one body, each with and without.
const combinationsMax = 3;

/** What Specmatic says of its run. */
export interface Generated {
  tests: number;
  /** Its whole output. */
  output: string;
}

/** Sends what Specmatic makes of a description to `url`. `workFolder` is for its files. Needs Java 17. */
export async function runSpecmatic(
  description: Description,
  { url, workFolder }: { url: string; workFolder: string },
): Promise<Generated> {
  const jar = await installGenerator();
  const document = join(workFolder, "openapi.json");
  await writeFile(document, JSON.stringify(description));
  const outputFile = join(workFolder, "specmatic.log");
  const log = await open(outputFile, "w");
  const child = spawn("java", ["-Xmx6g", "-jar", jar, "test", document, `--testBaseURL=${url}`], {
    cwd: workFolder,
    env: {
      PATH: process.env.PATH,
      SPECMATIC_GENERATIVE_TESTS: "true",
      MAX_TEST_REQUEST_COMBINATIONS: String(combinationsMax),
    },
    stdio: ["ignore", log.fd, log.fd],
  });
  await once(child, "exit");
  await log.close();
  const output = await readFile(outputFile, "utf8");
  const [, tests = "0"] = /^Tests run: (\d+)/m.exec(output) ?? [];
  return { tests: Number(tests), output };
}
