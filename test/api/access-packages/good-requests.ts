import { inserted } from "#api/data/rows.ts";
import { accessPackage, packageAccess } from "#schemas/tables/companies/directory.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";

const at = "/v2/directory/entity-profile/:entityId/packages";
const own = "/v2/directory/package-access";

export const requests: MakeRequests = ({ app, team, owner }) => {
  const { db } = app;
  const ofPackage = async (status: "offered" | "withdrawn" = "offered") => {
    const entityId = await makeTeamEntity(app, team);
    const values = { entityId, title: "Figures", status };
    const [row] = await db.insert(accessPackage).values(values).returning();
    return { parameters: { entityId, packageId: row?.id ?? "" } };
  };
  const ofAccess = async (status: "pending" | "active", userId?: string) => {
    const { parameters } = await ofPackage();
    const of = { ...parameters, userId: userId ?? (await makePerson(app)).id };
    const { id } = inserted(
      await db
        .insert(packageAccess)
        .values({ ...of, status })
        .returning({ id: packageAccess.id }),
    );
    return { accessId: id, parameters: of };
  };
  const ofOwn = async () => {
    const { accessId } = await ofAccess("pending", owner.id);
    return { parameters: { accessId } };
  };
  return {
    [`POST ${at}`]: async () => ({
      parameters: { entityId: await makeTeamEntity(app, team) },
      payload: { title: "Figures" },
    }),
    [`GET ${at}`]: async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } }),
    [`GET ${at}/:packageId`]: () => ofPackage(),
    [`PATCH ${at}/:packageId`]: async () => ({
      ...(await ofPackage()),
      payload: { title: "Other figures" },
    }),
    [`DELETE ${at}/:packageId`]: () => ofPackage(),
    [`POST ${at}/:packageId/offer`]: () => ofPackage("withdrawn"),
    [`GET ${at}/:packageId/access`]: () => ofPackage(),
    [`POST ${at}/:packageId/access/:userId/response`]: async () => ({
      parameters: (await ofAccess("pending")).parameters,
      payload: { decision: "grant" },
    }),
    [`DELETE ${at}/:packageId/access/:userId`]: async () => ({
      parameters: (await ofAccess("active")).parameters,
    }),
    [`GET ${own}/:accessId`]: ofOwn,
    [`DELETE ${own}/:accessId`]: ofOwn,
  };
};
