// Preloaded by every npm script: a wrong runtime cannot be explained from inside a .ts file.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `Tenk needs Node.js 24.12 or newer; this process is ${process.version}.\n` +
      "Run it through npm (npm start, npm test): npm uses the runtime that `npm ci` installed.\n" +
      "If you see this from npm, install again without --omit=optional.",
  );
  process.exit(1);
}

// Node.js 24 warns that its SQLite may change. It is used for a lock alone (schemas/database/file-lock.ts).
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith("SQLite is")) emitWarning.call(process, warning, ...rest);
};

// Not a static import: an old runtime would stop at what it lacks, before the sentence above.
await import("../schemas/startup-cache.mjs");
