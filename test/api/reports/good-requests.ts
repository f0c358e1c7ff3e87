import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send, get }, owner: { headers }, team }) => {
  const payload = { title: "Annual report", report_type: "annual_report", data: { revenue: "1" } };
  const report = async (more: object = {}) => {
    const made = await send({
      method: "POST",
      url: "/v2/reports",
      headers,
      payload: { ...payload, ...more },
    });
    return made.json().data.id as string;
  };
  const ofNew = async () => ({ parameters: { id: await report() }, headers });
  const withDocument = async () => {
    const document = { filename: "a.txt", content: "YQ==", mimetype: "text/plain" };
    const url = "/api/v1/documents/upload";
    const made = await send({ method: "POST", url, headers, payload: document });
    const id = await report({ documents: [made.json().data.documentKey] });
    return { parameters: { id }, headers };
  };
  return {
    "POST /v2/reports": () => ({ payload }),
    "GET /v2/reports/:id": ofNew,
    "PATCH /v2/reports/:id": async () => ({ ...(await ofNew()), payload: { status: "submitted" } }),
    "DELETE /v2/reports/:id": ofNew,
    "POST /v2/reports/:id/views": async () => {
      const id = await report({ is_public: true });
      const reader = { ...team.stranger.headers, "user-agent": "Mozilla/5.0 Firefox/140.0" };
      const read = await get(`/v2/reports/${id}`, reader);
      const { deliveryReceiptId } = read.json().data.view_delivery;
      return { parameters: { id }, headers: reader, payload: { deliveryReceiptId } };
    },
    "GET /v2/reports/:id/views": ofNew,
    "GET /v2/reports/:id/document": withDocument,
    "GET /v2/reports/:id/document/content": withDocument,
    "POST /v1/reports.get": async () => ({ payload: { id: await report() } }),
  };
};
