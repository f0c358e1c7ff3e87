import { listFiles, readProjectFile } from "./project-files.ts";
import { bracketedIds, idsByGroup, requirements } from "./requirements.ts";

/** `npm run coverage:rules`: counts, by group, the requirements that no test names, and prints what each says. */
const named = new Set(listFiles("test/**/*.test.ts").map(readProjectFile).flatMap(bracketedIds));

let unnamedInAll = 0;
for (const [group, ids] of idsByGroup(requirements.keys())) {
  // A reading (A) or an open place (O) is tested by the requirements that cite it.
  if (group.length === 1) continue;
  const unnamed = ids.filter((id) => !named.has(id));
  unnamedInAll += unnamed.length;
  process.stdout.write(`${group} ${unnamed.length} of ${ids.length}\n`);
  for (const id of unnamed) process.stdout.write(`  ${id} ${requirements.get(id)}\n`);
}
process.stdout.write(`${unnamedInAll} requirements are named by no test\n`);
