/** What the real service answers when it does not answer: same status, media type and tell-tale words. */
export interface ErrorPage {
  status: number;
  contentType: string;
  body: string;
}

/** The object store's answer for a document that does not exist on the data host. */
export function noSuchKey(key: string): ErrorPage {
  return storeError(404, "NoSuchKey", "The specified key does not exist.", key);
}

/** The object store's answer for a path of the archive that does not exist: absent, not forbidden. */
export const accessDenied: ErrorPage = storeError(403, "AccessDenied", "Access Denied", null);

/** Past the last page of the feed the service is "unavailable"; it never sends an empty feed. */
export const feedPastTheEnd: ErrorPage = htmlPage(
  503,
  "SEC.gov | File Unavailable",
  "The file you requested is currently unavailable.",
);

function storeError(status: number, code: string, message: string, key: string | null): ErrorPage {
  const keyElement = key === null ? "" : `<Key>${escapeXml(key)}</Key>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${keyElement}<RequestId>SAMPLE</RequestId></Error>`;
  return { status, contentType: "application/xml", body };
}

export function htmlPage(status: number, title: string, text: string): ErrorPage {
  const body = `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n<p>${text}</p>\n</body>\n</html>\n`;
  return { status, contentType: "text/html; charset=utf-8", body };
}

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
