import { randomUUID } from "node:crypto";
import { signInBrowser } from "../../helpers/browser.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";
import { makeRole } from "../../helpers/platform/hiring.ts";
import { makeRoom } from "../../helpers/platform/rooms.ts";
import { makeStartup } from "../../helpers/platform/startups.ts";
import { feedForm, makeFeed } from "./feed-form.ts";

export const requests: MakeRequests = ({ app, team: { owner, ...team } }) => {
  const signedIn = async (parameters: Record<string, string>) => ({
    parameters,
    headers: await signInBrowser(app, `${randomUUID()}@example.com`),
  });
  return {
    "GET /watchlist": () => signedIn({}),
    "POST /watchlist": async () => {
      const given = await signedIn({});
      return { ...given, payload: (await feedForm(app, given.headers, "make")).payload };
    },
    "GET /watchlist/feeds/:feedToken": async () => {
      const { headers } = await signedIn({});
      return { parameters: { feedToken: await makeFeed(app, headers) } };
    },
    "GET /communities/:handle": async () => {
      const { handle } = await makeRoom(app, owner, { discovery: "public_profile" });
      return signedIn({ handle });
    },
    "GET /roles/:roleId": async () => {
      const entityId = await makeTeamEntity(app, { owner, ...team });
      const { roleId } = await makeRole(app, { entityId, by: owner });
      return signedIn({ roleId });
    },
    "GET /startups/:id": async () => {
      const { id } = await makeStartup(app, owner);
      return signedIn({ id });
    },
  };
};
