import { listFiles, readProjectFile } from "./project-files.ts";
import { requirementGroups } from "./requirement-groups.ts";

/** `npm run coverage:rules`: prints, by group, the requirements whose ids no test names. */
const text = listFiles("test/**/*.test.ts").map(readProjectFile).join("\n");
const named = new Set(
  [...text.matchAll(/\[([A-Z]{3}-\d\d[^\]\n]*)\]/g)].flatMap(([, ids = ""]) => ids.split(/[,\s]+/)),
);

let unnamedInAll = 0;
for (const [group, count] of Object.entries(requirementGroups)) {
  const ids = Array.from(
    { length: count },
    (_, at) => `${group}-${String(at + 1).padStart(2, "0")}`,
  );
  const unnamed = ids.filter((id) => !named.has(id));
  unnamedInAll += unnamed.length;
  const list = unnamed.length === 0 ? "" : `: ${unnamed.join(" ")}`;
  process.stdout.write(`${group} ${unnamed.length} of ${count}${list}\n`);
}
process.stdout.write(`${unnamedInAll} requirements are named by no test\n`);
