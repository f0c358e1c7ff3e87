/** Quarters of the Financial Statement Data Sets, and where the regulator keeps them. */
export interface SampleDataSets {
  /** The archive of each quarter, by names such as 2010q2. */
  quarters: ReadonlyMap<string, Buffer>;
  folder: "dera" | "structureddata";
  /** The address of the page that links to them; null for none. */
  page: string | null;
}

interface DataSetFile {
  contentType: string;
  body: string | Buffer;
  modified: string | null;
}

const zipPath = /^\/files\/(dera|structureddata)\/data\/financial-statement-data-sets\/(\w+)\.zip$/;

/** The archive of a quarter that has ended, or the page of links; null for any other path. */
export function dataSetAnswer(
  { quarters, folder, page }: SampleDataSets,
  date: string,
  pathname: string,
): DataSetFile | null {
  if (pathname === page) {
    const names = [...quarters.keys()].filter((name) => endOf(name) < date);
    return {
      contentType: "text/html; charset=utf-8",
      body: linksPage(names, folder),
      modified: null,
    };
  }
  const [, place, name = ""] = zipPath.exec(pathname) ?? [];
  const body = place === folder && endOf(name) < date ? quarters.get(name) : undefined;
  return body === undefined
    ? null
    : { contentType: "application/zip", body, modified: endOf(name) };
}

const endOf = (name: string) =>
  name.replace(/q(\d)$/, (_, quarter) => `-${["03-31", "06-30", "09-30", "12-31"][quarter - 1]}`);

function linksPage(names: readonly string[], folder: string): string {
  const links = names.map(
    (name) =>
      `<li><a href="/files/${folder}/data/financial-statement-data-sets/${name}.zip">${name}</a></li>`,
  );
  return `<!DOCTYPE html>\n<html lang="en">\n<head><title>SEC.gov | Financial Statement Data Sets</title></head>\n<body>\n<ul>${links.join("\n")}</ul>\n</body>\n</html>\n`;
}
