import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// What was compiled once is not compiled again: half a second of every start.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/tenk"));

const root = pathToFileURL(join(import.meta.dirname, "..")).href;
const isOwn = (url) => url?.startsWith(root) && !url.includes("/node_modules/");

/** Where our sources find a package. All of them find the same one. */
const packages = new Map();

// Node looks at half a dozen files for each import, and reads a package's package.json again for each file that imports
// it: 0.3 s and 100 MB at every start for drizzle-orm's alone, which has 179 kB. Our own imports name files as they are.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!isOwn(context.parentURL)) return nextResolve(specifier, conditionsOf(specifier, context));
    if (/^[#.].*\.ts$/.test(specifier)) {
      const path = specifier.startsWith("#") ? `${root}/${specifier.slice(1)}` : specifier;
      const { href } = new URL(path, context.parentURL);
      return { url: href, format: "module-typescript", shortCircuit: true };
    }
    if (/^[#./]|:/.test(specifier)) return nextResolve(specifier, context);
    const known =
      packages.get(specifier) ?? nextResolve(specifier, conditionsOf(specifier, context));
    packages.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});

/** Of drizzle-orm the CommonJS build: the same code, whose modules do not each read package.json. */
function conditionsOf(specifier, context) {
  if (!/^drizzle-orm(\/|$)/.test(specifier)) return context;
  return { ...context, conditions: ["node", "require"] };
}
