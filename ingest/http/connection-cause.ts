interface Cause {
  code?: string;
  hostname?: string;
  cause?: unknown;
  errors?: unknown[];
}

/** What is said of the codes of Node.js and undici; `$` is the host. */
const sentences: Record<string, string> = {
  ENOTFOUND: "the name $ is not known: check the address and the DNS of this machine",
  EAI_AGAIN: "the DNS of this machine does not answer, so the name $ is not known",
  ECONNREFUSED: "$ refused the connection",
  ECONNRESET: "$ cut the connection",
  EPIPE: "$ cut the connection",
  UND_ERR_SOCKET: "$ cut the connection",
  EHOSTUNREACH: "no way leads to $: check the network of this machine",
  ENETUNREACH: "no way leads to $: check the network of this machine",
  UND_ERR_CONNECT_TIMEOUT: "connecting to $ timed out",
  ETIMEDOUT: "connecting to $ timed out",
  CERT_HAS_EXPIRED: "the certificate of $ has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate of $ is not trusted (NODE_EXTRA_CA_CERTS)",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate of $ is not trusted (NODE_EXTRA_CA_CERTS)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate of $ is not trusted (NODE_EXTRA_CA_CERTS)",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate of $ is not trusted (NODE_EXTRA_CA_CERTS)",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host than $",
};

/** The settings by which other programs learn of a proxy. Tenk connects without one. */
const proxySettings = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY"];

/**
 * Why a connection to `host` failed, in words: the name is not known, it was refused, it timed out, the certificate.
 * Names the proxy where the environment has one, because requests do not go through it. An unknown cause gives its code.
 */
export function describeConnection(
  error: unknown,
  host: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const code = codeOf(error);
  const said = sentences[code ?? ""]?.replace("$", host);
  const why =
    said ?? (code === null ? `no answer from ${host}` : `no answer from ${host}: ${code}`);
  const proxy = proxySettings.find((name) => env[name]);
  if (proxy === undefined) return why;
  return `${why}; ${proxy} is set, but Tenk connects without a proxy: allow it to, or set EDGAR_DATA_URL and EDGAR_WWW_URL to a mirror`;
}

/** The code of the innermost cause that has one; of several addresses that were tried, the first one's. */
function codeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== "object" || error === null || depth > 4) return null;
  const { code, cause, errors } = error as Cause;
  return codeOf(cause, depth + 1) ?? codeOf(errors?.[0], depth + 1) ?? code ?? null;
}
