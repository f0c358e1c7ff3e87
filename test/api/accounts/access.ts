import { everybody } from "../kernel/access-words.ts";

/** For those who have no credential yet. */
export const access: Record<string, string> = {
  "POST /auth/register": everybody,
  "POST /auth/request-verification": everybody,
  "POST /auth/verify-email": everybody,
  "POST /auth/sign-in": everybody,
  "POST /auth/second-factor": everybody,
  "POST /auth/second-factor/passkey-options": everybody,
  "POST /auth/passkey-sign-in/options": everybody,
  "POST /auth/passkey-sign-in": everybody,
  // The people of the matrix have no session of their own that could prove anything.
  "POST /auth/step-up": "401 403 403 403 403 403",
  "POST /auth/refresh": everybody,
  "POST /auth/sign-out": everybody,
  "POST /auth/request-password-reset": everybody,
  "POST /auth/reset-password": everybody,
};
