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
  checkout: text(
    "`paid` or `left`, where the payment provider has sent the browser back",
    "paid",
    20,
  ),
});

export const linkQuery = z.object({ token: text("The token of the mailed link", "Vd0…", 200) });

const field = z.string().max(1000).default("");
const formToken = z.string().max(200).default("");

export const signInFields = z
  .object({
    email: field,
    password: field,
    return_to: z.string().max(8192).default(""),
    form_token: formToken,
  })
  .meta({ examples: [{ email: "ann@example.com", password: "…", form_token: "…" }] });

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

export const mailFields = accountFields
  .extend({ invitations: box, alerts: box })
  .meta({ examples: [{ alerts: "yes", form_token: "…" }] });

export const leavingFields = accountFields
  .extend({ password: field, confirm: box })
  .meta({ examples: [{ password: "…", confirm: "yes", form_token: "…" }] });
