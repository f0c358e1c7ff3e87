import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send }, owner: { headers } }) => {
  const payload = { name: "Large and profitable", where: "revenue > 10b", currency: "USD" };
  const ofNewScreen = async () => {
    const made = await send({ method: "POST", url: "/v2/screens", headers, payload });
    return { parameters: { screenId: made.json().data.id as string } };
  };
  return {
    "POST /v2/screens": () => ({ payload }),
    "GET /v2/screens/:screenId": ofNewScreen,
    "PATCH /v2/screens/:screenId": async () => ({
      ...(await ofNewScreen()),
      payload: { name: "Large" },
    }),
    "DELETE /v2/screens/:screenId": ofNewScreen,
  };
};
