import ipaddr from "ipaddr.js";
import { z } from "zod";

/** A setting for requests a minute; 0 means no limit. */
export const perMinute = (name: string, usual: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a whole number of requests a minute, 0 for no limit`)
    .transform(Number)
    .transform((count) => (count === 0 ? Number.POSITIVE_INFINITY : count))
    .default(usual);

/** A setting for addresses and networks, separated by commas; none without it. */
export const networksOf = (name: string) =>
  z
    .string()
    .default("")
    .transform((text) => text.split(/[,\s]+/).filter(Boolean))
    .refine(
      (networks) => networks.every((one) => ipaddr.isValidCIDR(one) || ipaddr.isValid(one)),
      `${name} must be addresses or networks separated by commas, for example 10.0.0.0/8`,
    );

export const originsText =
  /^(\*|https?:\/\/[A-Za-z0-9.-]+(:\d+)?(,\s*https?:\/\/[A-Za-z0-9.-]+(:\d+)?)*)$/;

/** Algorithms that verify with a public key: neither HS256, whose key also signs, nor none. */
export const algorithmsText =
  /^((RS|PS|ES)(256|384|512)|EdDSA|Ed25519)(\s*,\s*((RS|PS|ES)(256|384|512)|EdDSA|Ed25519))*$/;
