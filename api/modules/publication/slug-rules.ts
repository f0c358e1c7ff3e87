import { whyReserved } from "#schemas/shapes/slug.ts";

const charsMin = 3;
const charsMax = 60;

/** Why a slug that somebody chose cannot be one, or null. Pure. */
export function slugFault(slug: string): string | null {
  if (slug.length < charsMin || slug.length > charsMax) {
    return `A slug has ${charsMin} to ${charsMax} characters`;
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
    return "A slug has lower-case letters a to z, digits, and single hyphens between them";
  }
  return whyReserved(slug);
}
