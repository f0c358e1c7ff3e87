import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";

export const requests: MakeRequests = ({ app }) => {
  const ofAnother = async () => ({ parameters: { userId: (await makePerson(app)).id } });
  return {
    "PUT /api/v1/users/me/blocks/:userId": ofAnother,
    "DELETE /api/v1/users/me/blocks/:userId": ofAnother,
    "PATCH /api/v1/users/me/privacy": () => ({ payload: { privateBrowsing: true } }),
  };
};
