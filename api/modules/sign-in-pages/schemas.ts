import { z } from "zod";

const text = (description: string, example: string, max = 8192) =>
  z
    .string()
    .max(max)
    .optional()
    .meta({ description, examples: [example] });

export const returnQuery = z.object({
  return_to: text(
    "Where to go on to: an authorize address of this service",
    "/v1/oauth/authorize?client_id=4f7c",
  ),
});

export const accountQuery = z.object({
  return_to: text("Page of this service to go on to once signed in", "/companies/apple-inc"),
  checkout: text(
    "`paid` or `left`, where the payment provider has sent the browser back",
    "paid",
    20,
  ),
});

export const linkQuery = z.object({ token: text("The token of the mailed link", "Vd0…", 200) });

const field = z.string().max(1000).default("");
const formToken = z.string().max(200).default("");

/** JSON of WebAuthn that the page's script writes. */
const signed = z.string().max(60_000).default("");

export const passkeySignInFields = z
  .object({
    passkey: signed,
    return_to: z.string().max(8192).default(""),
    form_token: formToken,
  })
  .meta({ examples: [{ passkey: "{…}", form_token: "…" }] });

export const signInFields = z
  .object({
    email: field,
    password: field,
    return_to: z.string().max(8192).default(""),
    form_token: formToken,
  })
  .meta({ examples: [{ email: "ann@example.com", password: "…", form_token: "…" }] });

export const secondFactorFields = z
  .object({
    token: field,
    code: field,
    passkey: signed,
    return_to: z.string().max(8192).default(""),
    form_token: formToken,
  })
  .meta({ examples: [{ token: "…", code: "492039", form_token: "…" }] });

export const registerFields = z
  .object({ email: field, password: field, name: field, form_token: formToken })
  .meta({ examples: [{ email: "ann@example.com", password: "…", name: "Ann", form_token: "…" }] });

export const verifyFields = z
  .object({ token: field, form_token: formToken })
  .meta({ examples: [{ token: "…", form_token: "…" }] });

export const resetFields = z
  .object({ token: field, password: field, form_token: formToken })
  .meta({ examples: [{ token: "…", password: "…", form_token: "…" }] });

export const signOutFields = z
  .object({ form_token: formToken })
  .meta({ examples: [{ form_token: "…" }] });

export const forgottenFields = z
  .object({ email: field, form_token: formToken })
  .meta({ examples: [{ email: "ann@example.com", form_token: "…" }] });

const applicationId = z.uuid().meta({ description: "Id of the application" });

export const applicationFields = z
  .object({ application_id: applicationId, form_token: formToken })
  .meta({
    examples: [{ application_id: "4f7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", form_token: "…" }],
  });

export const deletionFields = applicationFields
  .extend({ confirm: z.string().max(10).default("") })
  .meta({
    examples: [
      { application_id: "4f7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", confirm: "yes", form_token: "…" },
    ],
  });

const about = z.string().max(100).default("");
const box = z.string().max(10).default("");

export const accountFields = z
  .object({ id: about, form_token: formToken })
  .meta({ examples: [{ id: "4f7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", form_token: "…" }] });

export const newKeyFields = accountFields
  .extend({ name: field, scope: field })
  .meta({ examples: [{ name: "Nightly export", scope: "read", form_token: "…" }] });

/** One field, or several of a name. */
const several = z.union([field, z.array(z.string().max(100)).max(50)]).default([]);

export const registrationFields = accountFields
  .extend({
    name: field,
    description: field,
    website: field,
    redirect_uris: z.string().max(30_000).default(""),
    scope: several,
    without_pkce: box,
  })
  .meta({
    examples: [
      {
        name: "Portfolio viewer",
        redirect_uris: "https://viewer.example.com/callback",
        scope: "read",
        form_token: "…",
      },
    ],
  });
export type RegistrationFields = z.output<typeof registrationFields>;

export const mailFields = accountFields
  .extend({ invitations: box, alerts: box })
  .meta({ examples: [{ alerts: "yes", form_token: "…" }] });

export const leavingFields = accountFields
  .extend({ password: field, confirm: box })
  .meta({ examples: [{ password: "…", confirm: "yes", form_token: "…" }] });

export const totpFields = accountFields
  .extend({
    code: field,
    address: field.meta({ description: "The `otpauth:` address that the page showed" }),
  })
  .meta({ examples: [{ code: "492039", form_token: "…" }] });

export const passkeyFields = accountFields
  .extend({ name: field, passkey: signed })
  .meta({ examples: [{ name: "Phone", passkey: "{…}", form_token: "…" }] });

export const passkeyNameFields = accountFields.extend({ name: field }).meta({
  examples: [{ id: "4f7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11", name: "Phone", form_token: "…" }],
});

/** Fields of all forms for administrators; each form has some of them. */
export const administrationFields = accountFields
  .extend({
    decision: field,
    reason: field,
    score: field,
    tier: field,
    email: field,
    firm: field,
    subjectType: field,
    name: field,
    scope: field,
    value: field,
    ticker: field,
  })
  .meta({
    examples: [
      {
        id: "report 4f7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11",
        decision: "reject",
        reason: "No figures",
        form_token: "…",
      },
    ],
  });
export type AdministrationFields = z.output<typeof administrationFields>;

export const confirmFields = accountFields
  .extend({
    code: field,
    password: field,
    passkey: signed,
    return_to: z.string().max(8192).default(""),
  })
  .meta({ examples: [{ code: "492039", return_to: "/auth/keys", form_token: "…" }] });
