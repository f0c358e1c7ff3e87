import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { makePrivate } from "../storage/private-folder.ts";

/**
 * Program: creates an embedded database in the folder named by its first argument. The folder appears complete or not
 * at all. `lite-folder.ts` runs it in its own process, because creating a database needs 350 MB more memory than
 * opening one. It exits when its standard input closes, because then its parent is gone.
 */
process.umask(0o077);
const [folder = ""] = process.argv.slice(2);
process.stdin.once("close", () => process.exit(1)).resume();
const unfinished = `${folder}.new-${process.pid}`;
const small = ["-c", "shared_buffers=16MB"];
const lite = await PGlite.create(unfinished, {
  initDbStartParams: small,
  startParams: [...PGlite.defaultStartParams, ...small],
});
await lite.close();
await makePrivate(unfinished);
try {
  await rename(unfinished, folder);
} catch (error) {
  // Another process created the database first, and it is complete.
  if (!existsSync(join(folder, "PG_VERSION"))) throw error;
  await rm(unfinished, { recursive: true, force: true });
}
process.exit(0);
