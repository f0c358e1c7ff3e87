import { registerHooks } from "node:module";

// Preloaded into a program that a test starts: sends the names of packages that were imported before the program
// listened to SIGTERM.
const imported = [];
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (/^[a-z@]/.test(specifier) && !/^(node|file|data):/.test(specifier))
      imported.push(specifier);
    return nextResolve(specifier, context);
  },
});
const { on } = process;
process.on = function report(name, ...rest) {
  const early = [...imported];
  const result = on.call(this, name, ...rest);
  if (name === "SIGTERM") process.send?.(early);
  return result;
};
