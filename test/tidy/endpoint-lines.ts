import { listFiles, readProjectFile } from "./project-files.ts";

/** `npm run lines`: lines of code for each endpoint of each module of the API, and of all together. */
const modules = Map.groupBy(listFiles("api/modules/*/**/*.ts"), (path) => path.split("/")[2] ?? "");

let allLines = 0;
let allEndpoints = 0;
for (const [name, paths] of modules) {
  const texts = paths.map(readProjectFile);
  const lines = texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  const endpoints = texts.reduce((sum, text) => sum + (text.match(/^\s+at: /gm)?.length ?? 0), 0);
  allLines += lines;
  allEndpoints += endpoints;
  if (endpoints > 0) print(name, lines, endpoints);
}
print("all", allLines, allEndpoints);

function print(name: string, lines: number, endpoints: number): void {
  process.stdout.write(`${name} ${(lines / endpoints).toFixed(1)} (${lines} / ${endpoints})\n`);
}
