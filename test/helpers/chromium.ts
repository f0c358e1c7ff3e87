import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .filter((path) => existsSync(path))
  .at(0);

/** False where no Chromium is installed: tests of pages are skipped there. */
export const hasChromium = executablePath !== undefined;

/** What is waited for comes at once, but beside other tests not within the library's half a minute. */
const patientMs = 120_000;

export async function openChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patientMs);
    return context;
  };
  return browser;
}

/** Rules of axe that the page breaks, with the markup that does: all rules, or the named ones. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const options = rules === undefined ? {} : { runOnly: rules };
  const result = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
