import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send }, owner: { headers } }) => {
  const payload = { name: "Export", scope: "read" };
  const ofNewKey = async () => {
    const made = await send({ method: "POST", url: "/api/v1/api-keys", headers, payload });
    return { parameters: { id: made.json().id as string } };
  };
  return {
    "POST /api/v1/api-keys": () => ({ payload }),
    "POST /v1/apiKeys.create": () => ({ payload }),
    "GET /api/v1/api-keys/:id": ofNewKey,
    "POST /api/v1/api-keys/:id/revoke": ofNewKey,
  };
};
