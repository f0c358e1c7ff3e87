/**
 * Returns the absolute URL for a path of this service (it starts with a slash). Other URLs and null are returned
 * unchanged.
 */
export const absoluteUrl = (url: string | null, publicUrl: string): string | null =>
  url?.startsWith("/") ? publicUrl + url : url;
