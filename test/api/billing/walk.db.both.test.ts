import { test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";

const app = await testApp();

test("docs/billing.md runs as it stands [BIL-01] [BIL-04] [BIL-05] [BIL-06] [BIL-07] [BIL-08] [BIL-09] [BIL-11] [BIL-16]", async () => {
  const { authorization } = await app.signIn("ann@example.com");
  await runWalk(app, "billing.md", { ANN: authorization.replace("Bearer ", "") });
});
