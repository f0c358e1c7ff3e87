import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send }, owner: { headers } }) => {
  const payload = { filename: "a.txt", content: "YQ==", mimetype: "text/plain" };
  const upload = async () => {
    const url = "/api/v1/documents/upload";
    const made = await send({ method: "POST", url, headers, payload });
    return made.json().data.documentKey as string;
  };
  const ofNew = async () => ({ parameters: { documentKey: await upload() } });
  return {
    "POST /api/v1/documents/upload": () => ({ payload }),
    "GET /api/v1/documents/metadata": async () => ({ query: `?documentKey=${await upload()}` }),
    "GET /api/v1/documents/:documentKey/content": async () => ({ ...(await ofNew()), headers }),
    "GET /api/v1/documents/:documentKey": ofNew,
    "DELETE /api/v1/documents/:documentKey": ofNew,
  };
};
