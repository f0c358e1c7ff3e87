import { ownRead, ownWrite } from "../kernel/access-words.ts";

/** The people of the matrix prove nothing beyond their token. */
const proved = "401 403 403 403 403 403";

export const access: Record<string, string> = {
  "GET /auth/factors": ownRead,
  "POST /auth/factors/totp": proved,
  "POST /auth/factors/totp/confirm": proved,
  "DELETE /auth/factors/totp": proved,
  "POST /auth/factors/recovery-codes": proved,
  "POST /auth/factors/passkeys/options": proved,
  "POST /auth/factors/passkeys": proved,
  "PATCH /auth/factors/passkeys/:passkeyId": proved,
  "DELETE /auth/factors/passkeys/:passkeyId": proved,
  "POST /auth/factors/prove-options": ownWrite,
};
