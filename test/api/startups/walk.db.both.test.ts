import { test } from "vitest";
import { verifyInvestor } from "#api/modules/investors/service.ts";
import { testApp } from "../../helpers/app.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";

const app = await testApp();

test("docs/startups.md runs as it stands [STP-06] [STP-16] [STP-25] [STP-28] [STP-32] [STP-36] [STP-37] [STP-49] [STP-61] [STP-71]", async () => {
  const tokenOf = async (email: string) =>
    (await app.signIn(email)).authorization.replace("Bearer ", "");
  const tokens = { ANN: await tokenOf("ann@example.com"), BOB: await tokenOf("bob@example.com") };
  await verifyInvestor(app.db, { email: "bob@example.com", firm: null });
  await runWalk(app, "startups.md", tokens);
});
