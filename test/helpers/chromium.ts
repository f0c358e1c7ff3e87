import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .filter((path) => existsSync(path))
  .at(0);

/** False where no Chromium is installed: tests of pages are skipped there. */
export const hasChromium = executablePath !== undefined;

export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });

/** Rules of axe that the page breaks, with the markup that does. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
