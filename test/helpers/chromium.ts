import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

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

/** Rules of axe that the page breaks, with the markup that does. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const result = (await page.evaluate("axe.run()")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/**
 * What a comparison of pictures would find, without pixels, because fonts differ between machines: blocks that overlap
 * or stick out of the page, and text that is cut.
 */
const layoutFaults = `(() => {
  const faults = [];
  const name = (one) => one.tagName + "." + one.className + " " + one.textContent.trim().slice(0, 40);
  const shown = (one) => one.getClientRects().length > 0 && getComputedStyle(one).position !== "absolute";
  for (const parent of document.querySelectorAll("body, main, .charts, .families, .inputs, .model-page, .facts, .metrics")) {
    const boxes = [...parent.children].filter(shown).map((one) => [one, one.getBoundingClientRect()]);
    boxes.forEach(([one, box], at) => {
      if (box.right > document.documentElement.clientWidth + 1) faults.push("sticks out: " + name(one));
      for (const [other, next] of boxes.slice(at + 1)) {
        const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (wide > 2 && high > 2) faults.push("overlap: " + name(one) + " / " + name(other));
      }
    });
  }
  for (const one of document.querySelectorAll("h1, h2, h3, p, dt, dd, label, button, figcaption, caption, th, li")) {
    if (shown(one) && !one.closest(".scroll") && one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 0)
      faults.push("cut: " + name(one));
  }
  return faults;
})()`;

/**
 * What is wrong with a page at three widths, without scripts and with: requests to other hosts, what the browser logs
 * (such as a breach of the content policy), a page wider than the window, and faults of its layout.
 */
export async function pageFaults(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ ...options, javaScriptEnabled });
    const page = await context.newPage();
    let width = 0;
    const add = (what: string) => found.push(`${width} wide: ${what}`);
    page.on("request", (request) => {
      const asked = request.url();
      if (!asked.startsWith(new URL(url).origin) && !asked.startsWith("data:")) add(asked);
    });
    page.on("console", (message) => {
      if (!message.text().includes("404")) add(message.text());
    });
    for (width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      const main = await page.locator("main").boundingBox();
      if (main === null || main.width > width) add("main is wider than the window");
      if (javaScriptEnabled) {
        const root = "document.documentElement";
        const fits = await page.evaluate(`${root}.scrollWidth <= ${root}.clientWidth`);
        if (fits !== true) add("the page scrolls sideways");
        for (const fault of (await page.evaluate(layoutFaults)) as string[]) add(fault);
      }
    }
    await context.close();
  }
  return found;
}

const outline = `(() => {
  const width = document.documentElement.clientWidth;
  const at = (x) => Math.round((x / width) * 12);
  const parts = "header.site, main, main > *, main > * > figure, main > section > *, footer.site";
  return [...document.querySelectorAll(parts)].filter((one) => one.getClientRects().length > 0).map((one) => {
    const { left, right } = one.getBoundingClientRect();
    const text = /^H[123]$/.test(one.tagName) ? " " + one.textContent.trim() : "";
    return [one.tagName.toLowerCase(), ...one.classList].join(".") + text + " " + at(left) + "-" + at(right);
  });
})()`;

/**
 * The parts of a page in their order, each with where it begins and ends in twelfths of the window's width. Heights and
 * the widths of words are left out, because they differ with the fonts of the machine.
 */
export const pageOutline = async (page: Page): Promise<string[]> =>
  (await page.evaluate(outline)) as string[];

const boxes = `[...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.tagName, one.className.baseVal ?? one.className, x, y, width, height].join(" ");
})`;

/** Every box of a page that is shown, exactly: comparable between two views of it on one machine. */
export const pageBoxes = async (page: Page): Promise<string[]> =>
  (await page.evaluate(boxes)) as string[];

const styles = `[...document.body.querySelectorAll("*")].map((one) => {
  const { display, color, backgroundColor, fontSize, padding, width } = getComputedStyle(one);
  return [one.tagName, display, color, backgroundColor, fontSize, padding, width].join(" ");
})`;

/** What a browser that was never here sees of a page. */
export async function visit(browser: Browser, url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  const answer = await page.goto(url);
  const policies = (await answer?.headersArray())?.filter(
    ({ name }) => name.toLowerCase() === "content-security-policy",
  );
  const seen = (await page.evaluate(styles)) as string[];
  await context.close();
  return { status: answer?.status(), policies, said, styles: seen };
}
