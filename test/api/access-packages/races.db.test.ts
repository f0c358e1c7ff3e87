import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { packageAccess } from "#schemas/tables/companies/directory.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeOwnEntity, publishEntity } from "../../helpers/platform/directory.ts";
import { askBeforeCommit, raceEverywhere } from "../../helpers/races.ts";

await raceEverywhere((via, apps) => {
  const ask = async (method: "POST" | "DELETE", url: string, who: Person, payload?: object) => {
    const body = payload === undefined ? {} : { payload };
    const answer = await via(1).send({ method, url, headers: who.headers, ...body });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json().data;
  };

  test("a package is withdrawn, though an access to it expires at the same moment [DIR-59] [DIR-80]", async (context) => {
    if (apps.length === 1) return context.skip();
    const [owner, reader] = [await makePerson(via(0)), await makePerson(via(0))];
    const collection = await ask("POST", "/api/v1/collections", owner, { name: "Data room" });
    const { id, slug } = await makeOwnEntity(via(0), owner, "Packaged Example");
    await publishEntity(via(0), owner, id);
    const base = `/v2/directory/entity-profile/${id}/packages`;
    const offer = { title: "Room", description: "For investors", collectionId: collection.id };
    const { id: packageId } = await ask("POST", base, owner, offer);
    await ask("POST", `/v2/directory/entity/${slug}/packages/${packageId}/request`, reader);
    const response = `${base}/${packageId}/access/${reader.id}/response`;
    await ask("POST", response, owner, { decision: "grant" });
    const withdrawn = await askBeforeCommit(
      via(0).db,
      (tx) =>
        tx
          .update(packageAccess)
          .set({ status: "expired" })
          .where(eq(packageAccess.packageId, packageId)),
      () => ask("DELETE", `${base}/${packageId}`, owner),
    );
    expect(withdrawn.status).toBe("withdrawn");
    const { db } = via(0);
    const [access] = await db
      .select()
      .from(packageAccess)
      .where(eq(packageAccess.packageId, packageId));
    expect(access?.status).toBe("expired");
  });
});
