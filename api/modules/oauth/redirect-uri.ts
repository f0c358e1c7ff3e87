const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * True for an address that an application may register (O-17): https, http on this machine, or a scheme of its
 * own in the form of a reversed domain name. No fragment, no user, no wildcard, nothing that is read
 * differently by different parsers.
 */
export function isRedirectUri(text: string): boolean {
  if (!/^[\x21-\x7e]{1,2000}$/.test(text) || /[\\*#<>"{}|^`]/.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return /^https:\/\/[^/@?]+([/?]|$)/i.test(text);
  if (url.protocol === "http:") {
    return loopback.has(url.hostname) && /^http:\/\/[^/@?]+([/?]|$)/i.test(text);
  }
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/{0,2}[^/]/i.test(text);
}

/** The address with further parameters; what the application registered stays as it is, to the letter. */
export function withParameters(uri: string, parameters: Record<string, string>): string {
  const joint = uri.includes("?") ? "&" : "?";
  return `${uri}${joint}${new URLSearchParams(parameters)}`;
}

/** Where a form's answer sends the browser, as a content security policy names it. */
export function policySource(uri: string): string {
  const url = new URL(uri);
  return url.origin === "null" ? url.protocol : url.origin;
}
