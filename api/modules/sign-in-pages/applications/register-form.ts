import { badRequest } from "#api/http/errors.ts";
import { type Html, html, nothing } from "#api/pages/html.ts";
import { scopes } from "#schemas/shapes/accounts/scope.ts";
import { type RegisterBody, registerBody } from "../../oauth/service.ts";
import type { RegistrationFields } from "../schemas.ts";

const empty = { name: "", redirect_uris: "", description: "", website: "", scope: "read" };

/** The fields to register an application, with what was typed before. Without that, `read` is ticked. */
export function registrationFields(typed: Omit<RegistrationFields, "id" | "form_token"> | null) {
  const { name, redirect_uris, description, website, scope } = typed ?? empty;
  return html`
<label>Name<input name="name" required maxlength="100" autocomplete="off" value="${name}"></label>
<label>Addresses that it may return to, one a line<textarea name="redirect_uris" required rows="3" placeholder="https://viewer.example.com/callback">${redirect_uris}</textarea></label>
<label>Website (may be empty)<input name="website" type="url" maxlength="1000" autocomplete="off" value="${website}"></label>
<label>What it does (may be empty)<textarea name="description" rows="3" maxlength="500">${description}</textarea></label>
${scopeBoxes([scope].flat())}
<label>It cannot use PKCE, so codes are less safe${box("without_pkce", "yes", typed?.without_pkce === "yes")}</label>
<button>Register the application</button>`;
}

const box = (name: string, value: string, isTicked: boolean): Html =>
  html`<input type="checkbox" name="${name}" value="${value}"${isTicked ? html` checked` : nothing}>`;

const scopeBoxes = (ticked: readonly string[]): Html =>
  html`<fieldset><legend>It may ask people for</legend>${scopes.map(
    (one) => html`<label><code>${one}</code>${box("scope", one, ticked.includes(one))}</label>`,
  )}</fieldset>`;

/** Reads the sent form into the body of the API. Throws 400 with a sentence about the first wrong field. */
export function parseRegistration(fields: RegistrationFields): RegisterBody {
  const { name, redirect_uris: uris, description, website } = fields;
  const { success, data, error } = registerBody.safeParse({
    name,
    redirectUris: linesOf(uris),
    description: description.replaceAll("\r\n", "\n"),
    website: website.trim() === "" ? undefined : website.trim(),
    allowedScopes: [fields.scope].flat(),
    requirePkce: fields.without_pkce !== "yes",
  });
  if (success) return data;
  const member = String(error.issues[0]?.path[0]);
  throw badRequest(sentences[member] ?? "The form was not understood");
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const sentences: Readonly<Record<string, string>> = {
  name: "Name: give one of at most 100 characters, without control characters",
  redirectUris:
    "Addresses: give 1 to 10 different ones, each https, http on the loopback, or a private scheme such as com.example.app:/callback; without fragment, user or wildcard",
  website: "Website: give an http or https address with a domain, or none",
  description: "What it does: at most 500 characters, without control characters",
  allowedScopes: "Tick what it may ask people for, at least one box",
};
