import { openArchive } from "#ingest/archive.ts";

// Stores documents until it is killed; the test then reads whatever is there.
const [root = "", seed = ""] = process.argv.slice(2);
const archive = openArchive(root);
for (let i = 0; ; i += 1) {
  await archive.put(Buffer.from(`${seed}:${i}:${"some text that packs ".repeat(20_000)}`));
  if (i === 0) process.send?.("started");
}
