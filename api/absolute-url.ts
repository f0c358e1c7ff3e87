/** An address of this service in full; one that is a path starts with a slash. Null stays null. */
export const absoluteUrl = (url: string | null, publicUrl: string): string | null =>
  url?.startsWith("/") ? publicUrl + url : url;
