import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { openChromium } from "../../helpers/chromium.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

/** Serves the pages with Apple ingested. Returns the base URL. */
async function servePages(): Promise<string> {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);
  const { app } = await testApp({ database: context.database });
  return app.listen({ port: 0, host: "127.0.0.1" });
}

/** A browser, and the address of the pages. */
export interface PagesInChromium {
  readonly browser: Browser;
  readonly base: string;
}

/** The pages with Apple and a browser for the tests of a block; both are there once its tests run. */
export function pagesInChromium(): PagesInChromium {
  const on = {} as { browser: Browser; base: string };
  beforeAll(async () => {
    on.base = await servePages();
    on.browser = await openChromium();
  }, 120_000);
  afterAll(() => on.browser.close());
  return on;
}
