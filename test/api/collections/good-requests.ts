import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send }, owner: { headers } }) => {
  const payload = { name: "Funds" };
  const ofNewCollection = async () => {
    const made = await send({ method: "POST", url: "/api/v1/collections", headers, payload });
    return { parameters: { id: made.json().data.id as string } };
  };
  return {
    "POST /api/v1/collections": () => ({ payload }),
    "GET /api/v1/collections/:id": ofNewCollection,
    "PATCH /api/v1/collections/:id": async () => ({
      ...(await ofNewCollection()),
      payload: { name: "Other" },
    }),
  };
};
