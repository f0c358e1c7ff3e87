import { enableCompileCache, registerHooks } from "node:module";
import { join } from "node:path";

// What was compiled once is not compiled again: half a second of every start.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/tenk"));

// drizzle-orm's package.json has 179 kB, and Node reads it again for each of its ES modules: 0.4 s and 200 MB at
// every start. Its CommonJS build is the same code and is spared that.
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    return nextResolve(specifier, { ...context, conditions: ["node", "require"] });
  },
});
