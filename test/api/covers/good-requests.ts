import type { MakeRequests } from "../../helpers/good-requests.ts";
import { onePixel } from "../../helpers/one-pixel.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app, owner, team }) => {
  const payload = { content: onePixel };
  const put = (url: string) => app.send({ method: "PUT", url, headers: owner.headers, payload });
  const ofEntity = async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } });
  const withCover = async () => {
    const { parameters } = await ofEntity();
    await put(`/v2/entities/${parameters.entityId}/cover`);
    return { parameters, headers: owner.headers };
  };
  return {
    "PUT /api/v1/users/me/cover": () => ({ payload }),
    "GET /api/v1/users/profile/:id/cover": async () => {
      await put("/api/v1/users/me/cover");
      return { parameters: { id: owner.id } };
    },
    "PUT /v2/entities/:entityId/cover": async () => ({ ...(await ofEntity()), payload }),
    "DELETE /v2/entities/:entityId/cover": withCover,
    "GET /v2/entities/:entityId/cover": withCover,
  };
};
