import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";
import { must } from "../../helpers/platform/startups.ts";

export const requests: MakeRequests = ({ app, owner, team }) => {
  const artifactBody = { kind: "link", title: "Memo", url: "https://example.com/memo" };
  /** A portfolio with its shares. */
  const shared = async () => {
    const { id } = await must(app, owner, "POST /portfolios", { name: "Robots" });
    const at = `/portfolios/${id}` as const;
    const share = (userId: string, role: string) =>
      must(app, owner, `POST ${at}/collaborators`, { userId, role });
    await share(team.member.id, "viewer");
    await share(team.permitted.id, "editor");
    const { id: collaboratorId } = await share((await makePerson(app)).id, "viewer");
    const { id: artifactId } = await must(app, owner, `POST ${at}/artifacts`, artifactBody);
    return { parameters: { portfolioId: id, artifactId, collaboratorId } };
  };
  const one = "/v2/portfolios/:portfolioId";
  return {
    "POST /v2/portfolios": () => ({ payload: { name: "Robots" } }),
    [`GET ${one}`]: shared,
    [`GET ${one}/artifacts`]: shared,
    [`POST ${one}/artifacts`]: async () => ({ ...(await shared()), payload: artifactBody }),
    [`GET ${one}/artifacts/:artifactId`]: shared,
    [`GET ${one}/collaborators`]: shared,
    [`POST ${one}/collaborators`]: async () => ({
      ...(await shared()),
      payload: { userId: (await makePerson(app)).id, role: "viewer" },
    }),
    [`GET ${one}/collaborators/:collaboratorId`]: shared,
    [`DELETE ${one}/collaborators/:collaboratorId`]: shared,
    "POST /v2/programs": () => ({ payload: { name: "Spring batch" } }),
    "GET /v2/programs/:programId": async () => {
      const { id } = await must(app, owner, "POST /programs", { name: "Spring batch" });
      return { parameters: { programId: id } };
    },
  };
};
