import { test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { runWalk } from "../../helpers/walk.ts";

const app = await testApp();

test("docs/startups.md runs as it stands [STP-06] [STP-16] [STP-25] [STP-28] [STP-32] [STP-36] [STP-37]", async () => {
  const tokenOf = async (email: string) =>
    (await app.signIn(email)).authorization.replace("Bearer ", "");
  await runWalk(app, "startups.md", {
    ANN: await tokenOf("ann@example.com"),
    BOB: await tokenOf("bob@example.com"),
  });
});
