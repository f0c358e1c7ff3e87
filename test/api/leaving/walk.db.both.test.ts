import { test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";

const app = await testApp();
const post = (path: string, payload: object) =>
  app.send({ method: "POST", url: `/auth/${path}`, payload });

/** The access token of a person who has registered and signed in with a password. */
async function signUp(email: string): Promise<string> {
  const password = "correct horse battery";
  await post("register", { email, password });
  await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
  return (await post("sign-in", { email, password })).json().data.accessToken;
}

test("docs/account.md runs as it stands", async () => {
  await runWalk(app, "account.md", {
    ANN: await signUp("ann@example.com"),
    BOB: await signUp("bob@example.com"),
  });
});
