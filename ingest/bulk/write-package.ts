import JSZip from "jszip";

/** The first moment that a ZIP archive can name. */
const packedAt = new Date("1980-01-01T00:00:00Z");

/**
 * The files of a filing, by name, as one package of the form that the regulator serves as `<accession>-xbrl.zip`. The
 * same files in any order give the same bytes: they stand by name, have one fixed time and are not compressed, which
 * the archive does. `readPackageZip` gives them back.
 */
export async function packageZip(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new JSZip();
  const names = [...files.keys()].sort();
  for (const name of names) {
    zip.file(name, files.get(name) ?? Buffer.alloc(0), { date: packedAt, createFolders: false });
  }
  return zip.generateAsync({ type: "nodebuffer", compression: "STORE", platform: "DOS" });
}
