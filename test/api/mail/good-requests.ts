import { sign } from "#api/auth/signature.ts";
import { addressDigest } from "#api/data/address-digest.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app }) => {
  const link = async () => {
    const reader = addressDigest("reader@example.com");
    const signature = await sign(app.db, `unsubscribe\n${reader}\nalerts`);
    return new URLSearchParams({ reader, kind: "alerts", signature }).toString();
  };
  return {
    "GET /mail/unsubscribe": async () => ({ query: `?${await link()}` }),
    "POST /mail/unsubscribe": async () => ({
      query: `?${await link()}`,
      payload: { "List-Unsubscribe": "One-Click" },
    }),
    "PATCH /api/v1/users/me/mail": () => ({ payload: { alerts: true } }),
  };
};
