import { test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { runWalk } from "../../helpers/endpoints/walk.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";

const app = await testApp();

test("docs/hiring.md runs as it stands [HIR-01] [HIR-43] [HIR-60] [HIR-68]", async () => {
  const [owner, stranger, member, permitted] = await Promise.all(
    ["ann", "bob", "carl", "dora"].map((name) => makePerson(app, `${name}@example.com`)),
  );
  if (!owner || !stranger || !member || !permitted) throw new Error("a person is missing");
  const entityId = await makeTeamEntity(app, { owner, stranger, member, permitted });
  const tokenOf = ({ headers }: typeof owner) =>
    String(headers.authorization).replace("Bearer ", "");
  await runWalk(app, "hiring.md", { ANN: tokenOf(owner), BOB: tokenOf(stranger), E: entityId });
});
