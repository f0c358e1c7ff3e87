import { randomLetters } from "#api/data/insert-with-slug.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

const entity = "/v2/directory/entity-profile/:entityId";

export const requests: MakeRequests = ({ app, team }) => {
  const ofEntity = async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } });
  const named = () => ({ payload: { slug: `good-${randomLetters(10)}` } });
  return {
    [`GET ${entity}/publication`]: ofEntity,
    [`POST ${entity}/publication`]: ofEntity,
    [`DELETE ${entity}/publication`]: ofEntity,
    [`GET ${entity}/profile`]: ofEntity,
    [`PATCH ${entity}/profile`]: ofEntity,
    [`GET ${entity}/versions`]: ofEntity,
    [`PUT ${entity}/slug`]: async () => ({ ...(await ofEntity()), ...named() }),
    [`PUT ${entity}/personnel/:userId`]: async () => ({
      parameters: { ...(await ofEntity()).parameters, userId: team.member.id },
      payload: { listed: true, title: "Engineer" },
    }),
    [`PUT ${entity}/personnel/me`]: async () => ({
      ...(await ofEntity()),
      payload: { listed: true },
    }),
    "PUT /v2/directory/person-profile/slug": named,
  };
};
