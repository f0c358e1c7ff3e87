import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { violations } from "../chromium.ts";

/** The widths at which pages are looked at. */
const widths = [360, 768, 1280] as const;
type Width = (typeof widths)[number];

/**
 * What a comparison of pictures would find, without pixels, because fonts differ between machines: blocks that overlap
 * or stick out of the page, and text that is cut.
 */
const layoutFaults = `(() => {
  const faults = [];
  const root = document.documentElement;
  const main = document.querySelector("main")?.getBoundingClientRect();
  if (main === undefined || main.width > innerWidth) faults.push("main is wider than the window");
  if (root.scrollWidth > root.clientWidth) faults.push("the page scrolls sideways");
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

/** Every box that is shown, exactly: comparable between two views of a page on one machine. */
const allBoxes = `[...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.tagName, one.className.baseVal ?? one.className, x, y, width, height].join(" ");
})`;

/** Opens a window. It records requests to other hosts and what the browser logs. */
async function openWindow(browser: Browser, options: BrowserContextOptions) {
  const page = await (await browser.newContext(options)).newPage();
  const said: string[] = [];
  let origin = "";
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(origin) && !asked.startsWith("data:")) said.push(asked);
  });
  page.on("console", (message) => {
    if (!message.text().includes("404")) said.push(message.text());
  });
  const open = async (url: string) => {
    ({ origin } = new URL(url));
    await page.goto(url);
    if (page.url() !== url) said.push(`it leads to ${page.url()}`);
  };
  return { page, open, takeSaid: () => said.splice(0) };
}

/** Calls `look` at each width, from the narrowest; the page stays, the window changes. */
async function atWidths(page: Page, look: (width: Width) => Promise<void>): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await look(width);
  }
}

const evaluated = async (page: Page, script: string) => (await page.evaluate(script)) as string[];

const inDark = async <T>(page: Page, look: () => Promise<T>): Promise<T> => {
  await page.emulateMedia({ colorScheme: "dark" });
  const seen = await look();
  await page.emulateMedia({ colorScheme: "light" });
  return seen;
};

/** The first box that is not as before. */
function moved(before: readonly string[] = [], after: readonly string[]): string[] {
  const at = Array.from(before.length > after.length ? before : after).findIndex(
    (_, place) => before[place] !== after[place],
  );
  return at < 0 ? [] : [`${before[at]} / ${after[at]}`];
}

type Window = Awaited<ReturnType<typeof openWindow>>;
const nothingSeen = (): Record<Width, string[]> => ({ 360: [], 768: [], 1280: [] });

async function seeScripted({ page, open, takeSaid }: Window, url: string) {
  const faults: string[] = [];
  const boxes = nothingSeen();
  await page.setViewportSize({ width: widths[0], height: 800 });
  await open(url);
  await atWidths(page, async (width) => {
    const found = await evaluated(page, layoutFaults);
    boxes[width] = await evaluated(page, allBoxes);
    const dark = await inDark(page, () => evaluated(page, allBoxes));
    found.push(...moved(boxes[width], dark).map((one) => `dark moves ${one}`));
    faults.push(...found.map((one) => `${width} wide: ${one}`));
  });
  faults.push(...(await violations(page)));
  // Dark changes nothing but colours: boxes are compared above.
  const dark = await inDark(page, () => violations(page, ["color-contrast"]));
  faults.push(...dark.map((one) => `dark: ${one}`), ...takeSaid());
  return { faults, boxes };
}

async function seePlain(
  { page, open, takeSaid }: Window,
  url: string,
  boxes: Record<Width, string[]>,
) {
  const faults: string[] = [];
  await page.setViewportSize({ width: widths[0], height: 800 });
  await open(url);
  await atWidths(page, async (width) => {
    const found = moved(boxes[width], await evaluated(page, allBoxes));
    faults.push(...found.map((one) => `${width} wide: without scripts stands ${one}`));
  });
  return [...faults, ...takeSaid().map((one) => `without scripts: ${one}`)];
}

export interface Visitor {
  /**
   * What is wrong with the page at three widths, without scripts and with: requests to other hosts, what the browser
   * logs (such as a breach of the content policy), a page wider than the window, faults of its layout, boxes that move
   * in dark or without scripts, and rules of axe that it breaks.
   */
  faultsOf(url: string): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Opens one page after another in two windows, with scripts and without. Each page is loaded once in each: a new window,
 * and a new load for each width, cost more than all that is looked for.
 */
export async function openVisitor(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const scripted = await openWindow(browser, { ...options, colorScheme: "light" });
  const plain = await openWindow(browser, { ...options, javaScriptEnabled: false });
  return {
    faultsOf: async (url) => {
      const { faults, boxes } = await seeScripted(scripted, url);
      return [...faults, ...(await seePlain(plain, url, boxes))];
    },
    close: async () => {
      for (const { page } of [scripted, plain]) await page.context().close();
    },
  };
}
