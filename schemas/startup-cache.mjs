import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// What was compiled once is not compiled again: half a second of every start.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/tenk"));

const root = pathToFileURL(join(import.meta.dirname, "..")).href;
const isOwn = (url) => url?.startsWith(`${root}/`) && !url.includes("/node_modules/", root.length);

/** Among the packages of others Node takes no types off; the package of Tenk has none (test/package). */
const format = root.includes("/node_modules/") ? "module" : "module-typescript";

/** Where our sources find a package. All of them find the same one. */
const packages = new Map();

// Node looks at half a dozen files for each import, and reads a package's package.json again for each file that imports
// it: 0.3 s and 100 MB at every start for drizzle-orm's alone, which has 179 kB. Our own imports name files as they are.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!isOwn(context.parentURL)) return fromOutside(specifier, context, nextResolve);
    if (/^[#.].*\.ts$/.test(specifier)) {
      const path = specifier.startsWith("#") ? `${root}/${specifier.slice(1)}` : specifier;
      const { href } = new URL(path, context.parentURL);
      return { url: href, format, shortCircuit: true };
    }
    if (/^[#./]|:/.test(specifier)) return nextResolve(specifier, context);
    const known =
      packages.get(specifier) ?? nextResolve(specifier, conditionsOf(specifier, context));
    packages.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});

/** An import of a package, or the file that a process or thread begins with. */
function fromOutside(specifier, context, nextResolve) {
  const found = nextResolve(specifier, conditionsOf(specifier, context));
  return isOwn(found.url) && found.url.endsWith(".ts") ? { ...found, format } : found;
}

/** Of drizzle-orm the CommonJS build: the same code, whose modules do not each read package.json. */
function conditionsOf(specifier, context) {
  if (!/^drizzle-orm(\/|$)/.test(specifier)) return context;
  return { ...context, conditions: ["node", "require"] };
}
