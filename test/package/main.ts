import { makePackage } from "./make-package.ts";

/** `npm pack` calls it: `test/package/main.ts FOLDER`. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder to write.");
makePackage(folder);
