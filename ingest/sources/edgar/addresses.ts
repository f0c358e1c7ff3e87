import { z } from "zod";
import type { CompanyAddress } from "#schemas/shapes/companies/company.ts";
import { cleanTextOrNull } from "./border.ts";

const text = z.string().nullish();

/** An address as EDGAR writes it. Newer ones abroad have their own members, older ones only a code with its meaning. */
export const submittedAddress = z.object({
  street1: text,
  street2: text,
  city: text,
  stateOrCountry: text,
  stateOrCountryDescription: text,
  zipCode: text,
  foreignStateTerritory: text,
  country: text,
});

type SubmittedAddress = z.output<typeof submittedAddress>;

/** The addresses that are stated, the business address first. */
export function readAddresses(addresses: {
  business?: SubmittedAddress | null | undefined;
  mailing?: SubmittedAddress | null | undefined;
}): CompanyAddress[] {
  return (["business", "mailing"] as const).flatMap((kind) => {
    const submitted = addresses[kind];
    const address = submitted ? readAddress(kind, submitted) : null;
    return address ? [address] : [];
  });
}

function readAddress(
  kind: CompanyAddress["kind"],
  submitted: SubmittedAddress,
): CompanyAddress | null {
  const streets = [submitted.street1, submitted.street2].map((line) => cleanTextOrNull(line));
  const address = {
    street: streets.filter(Boolean).join(", ") || null,
    city: cleanTextOrNull(submitted.city),
    postalCode: cleanTextOrNull(submitted.zipCode, 40),
    ...readPlace(submitted),
  };
  return Object.values(address).some((part) => part !== null) ? { kind, ...address } : null;
}

function readPlace(submitted: SubmittedAddress): Pick<CompanyAddress, "state" | "country"> {
  const country = cleanTextOrNull(submitted.country);
  if (country) {
    const state = cleanTextOrNull(submitted.foreignStateTerritory);
    return { state: state?.toLowerCase() === country.toLowerCase() ? null : state, country };
  }
  const code = cleanTextOrNull(submitted.stateOrCountry);
  const meaning = cleanTextOrNull(submitted.stateOrCountryDescription) ?? code;
  // Codes of states have two letters and mean themselves; those of countries and provinces have a digit.
  if (code && /^[A-Z]{2}$/.test(code)) return { state: code, country: "United States" };
  const province = /^(.+), Canada$/i.exec(meaning ?? "")?.[1];
  return province ? { state: province, country: "Canada" } : { state: null, country: meaning };
}
