import { everybody } from "../kernel/access-words.ts";

/** For those who have no credential yet. */
export const access: Record<string, string> = {
  "GET /auth/sign-in": everybody,
  "POST /auth/forms/sign-in": everybody,
  "POST /auth/forms/sign-out": everybody,
  "GET /auth/register": everybody,
  "POST /auth/forms/register": everybody,
  "GET /auth/verify-email": everybody,
  "POST /auth/forms/verify-email": everybody,
  "GET /auth/reset-password": everybody,
  "POST /auth/forms/reset-password": everybody,
  "GET /auth/forgot-password": everybody,
  "POST /auth/forms/forgot-password": everybody,
  "GET /auth/account": everybody,
  "GET /auth/applications": everybody,
  "POST /auth/forms/withdraw-grant": everybody,
  "POST /auth/forms/delete-application": everybody,
  "POST /auth/forms/rotate-secret": everybody,
};
