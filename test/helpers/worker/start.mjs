import { registerHooks } from "node:module";
import "#schemas/startup-cache.mjs";
import "./cheap-passwords.mjs";

// vitest imports packages by their files. See `startup-cache.mjs` for why CommonJS.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier.replace(/(\/node_modules\/drizzle-orm\/.*)\.js$/, "$1.cjs"), context),
});
