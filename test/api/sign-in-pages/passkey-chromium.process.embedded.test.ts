import { createServer } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { hasChromium, openChromium, violations } from "../../helpers/chromium.ts";

/** Passkeys belong to a host name, so that the address must be known before the service listens. */
const port = await new Promise<number>((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
  });
});
const publicUrl = `http://localhost:${port}`;
const app = await testApp({ publicUrl });
const email = "passkey@example.com";
const password = "correct horse battery";

describe.skipIf(!hasChromium)("with the authenticator of Chromium", () => {
  let browser: Browser;
  let page: Page;
  const said: string[] = [];

  beforeAll(async () => {
    await app.app.listen({ port, host: "127.0.0.1" });
    const post = (path: string, payload: object) =>
      app.send({ method: "POST", url: `/auth/${path}`, payload });
    await post("register", { email, password });
    await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
    browser = await openChromium();
    const context = await browser.newContext();
    page = await context.newPage();
    page.on("console", (message) => said.push(message.text()));
    const session = await context.newCDPSession(page);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...({ protocol: "ctap2", transport: "internal" } as const),
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
  }, 120_000);
  afterAll(() => browser.close());

  const press = (name: string) =>
    Promise.all([page.waitForNavigation(), page.click(`main button:has-text("${name}")`)]);

  async function givePassword(): Promise<void> {
    await page.goto(`${publicUrl}/auth/sign-in?return_to=/auth/security`);
    await page.fill("main input[name=email]", email);
    await page.fill("main input[name=password]", password);
    await press("Sign in");
  }

  test("one makes a passkey, is asked for it after the password, and signs in with it alone [O-70]", async () => {
    await givePassword();
    expect(page.url()).toBe(`${publicUrl}/auth/security`);
    expect(await violations(page)).toEqual([]);
    await page.fill("form[action='/auth/forms/add-passkey'] input[name=name]", "Laptop");
    await press("Make a passkey");
    expect(await page.textContent("main")).toContain("Each of these opens your account once");

    await page.context().clearCookies();
    await givePassword();
    expect(await page.textContent("h1")).toBe("Second factor");
    expect(await violations(page)).toEqual([]);
    await press("Use a passkey");
    expect(page.url()).toBe(`${publicUrl}/auth/security`);
    expect(await page.textContent("main")).toContain("The passkey Laptop");

    await page.context().clearCookies();
    await page.goto(`${publicUrl}/auth/passkey-sign-in?return_to=/auth/security`);
    expect(await violations(page)).toEqual([]);
    await press("Use a passkey");
    expect(page.url()).toBe(`${publicUrl}/auth/security`);
    await page.goto(`${publicUrl}/auth/confirm?return_to=/auth/keys`);
    await press("Use a passkey");
    expect(page.url()).toBe(`${publicUrl}/auth/keys`);
    expect(said.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
  }, 120_000);
});
