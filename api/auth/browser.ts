import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret, makeSecret } from "./secret.ts";

type CookieName = "session" | "form";

/** The cookie's full name. Over https the prefix `__Host-` makes browsers require Secure, Path=/ and no Domain. */
const fullName = (name: CookieName, publicUrl: string) =>
  publicUrl.startsWith("https:") ? `__Host-tenk-${name}` : `tenk-${name}`;

/** The value of one of our cookies. Null when it is missing, malformed, or sent more than once. */
export function readCookie(
  headers: IncomingHttpHeaders,
  name: CookieName,
  publicUrl: string,
): string | null {
  const prefix = `${fullName(name, publicUrl)}=`;
  const values = (headers.cookie ?? "")
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one.startsWith(prefix));
  const [value] = values.map((one) => one.slice(prefix.length));
  return values.length === 1 && value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/** The Set-Cookie value for a secret. Scripts cannot read the cookie, and forms on other sites do not send it. */
export function cookie(
  name: CookieName,
  value: string,
  { publicUrl, lifetimeSeconds }: { publicUrl: string; lifetimeSeconds: number },
): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${fullName(name, publicUrl)}=${value}; Path=/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** The anti-CSRF token of a form. It proves that this service made the form for this browser and for `about`. */
export const formToken = (secret: string, about: readonly string[]) =>
  createHmac("sha256", secret).update(JSON.stringify(about)).digest("base64url");

export const isFormToken = (given: string, secret: string, about: readonly string[]) =>
  isSameSecret(given, formToken(secret, about));

/** Returns the browser's form secret, or a new one with the header that sets it. */
export function formSecret(
  headers: IncomingHttpHeaders,
  publicUrl: string,
): { secret: string; setCookie: Record<string, string> } {
  const secretOfCookie = readCookie(headers, "form", publicUrl);
  if (secretOfCookie !== null) return { secret: secretOfCookie, setCookie: {} };
  const secret = makeSecret();
  const lifetimeSeconds = 86_400;
  return {
    secret,
    setCookie: { "set-cookie": cookie("form", secret, { publicUrl, lifetimeSeconds }) },
  };
}
