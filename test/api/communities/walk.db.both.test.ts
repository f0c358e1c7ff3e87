import { test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";

const app = await testApp();

test("docs/communities.md runs as it stands [COM-01] [COM-04] [COM-16] [COM-21] [COM-24]", async () => {
  const tokenOf = async (email: string) =>
    (await app.signIn(email)).authorization.replace("Bearer ", "");
  await runWalk(app, "communities.md", {
    ANN: await tokenOf("ann@example.com"),
    BOB: await tokenOf("bob@example.com"),
  });
});
