import { allowed } from "../../auth/access.ts";
import type { Caller } from "../../auth/caller.ts";
import { checkRule, type RuleAccess } from "../../auth/rules.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { ApiError, unauthorized } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { findSignedIn, type SignedInBrowser, signInFirst } from "../../http/signed-in.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";
import { checkMemberForm, type FormFields } from "./member-form.ts";

export interface PageRequest {
  params: Readonly<Record<string, string>>;
  /** The account of a token or key; browsers have a cookie instead. */
  viewer: Caller | null;
  from: Sender;
  deps: Deps;
}

/** Who reads a page. */
export interface Reader {
  caller: Caller & { userId: string };
  /** What forms are bound to; null for a token or key, which no form takes. */
  browser: SignedInBrowser | null;
  /** Why the form that the page answers was refused; null where none was. */
  why: ApiError | null;
}

/** The title of a page, and what stands below it. */
export interface MemberPage {
  title: string;
  body: Html;
  /** Default 200. */
  status?: number;
}

export interface GuardedPage<R> {
  /** The path that the browser returns to after the sign-in. */
  path: string;
  access: RuleAccess<R>;
  /** The present path of the row, where the path may be a former one: a browser is sent there. */
  presentPath?(row: R): string;
  markup(row: R, reader: Reader): MemberPage | Promise<MemberPage>;
}

/**
 * A page for those who are signed in and may see the row, as the access word decides, or a redirect to it. Sends others to sign in, whether
 * the row is there or not. Throws 404 if the person may not know of the row, and 401 with an external issuer.
 */
export async function showToMember<R>(
  { params, viewer, from, deps }: PageRequest,
  { path, access, presentPath, markup }: GuardedPage<R>,
): Promise<WebAnswer> {
  const reader = await findReader({ viewer, from, deps });
  if (reader === null) return signInHere(deps, path);
  const { subject } = await checkRule(deps.db, access, params, reader.caller);
  const location = presentPath?.(subject as R) ?? path;
  if (location !== path) return goTo(location);
  return shown(await markup(subject as R, reader), null);
}

/** For forms of a page that every member has: their acts look for what is the reader's own. */
export const anyMember = allowed("an account", () => "yes");

/**
 * A page of what is the reader's own or open to every member. Sends others to sign in and back to the path. Throws 401
 * with an external issuer.
 */
export async function showToAnyMember(
  { viewer, from, deps }: Omit<PageRequest, "params">,
  path: string,
  markup: (reader: Reader) => MemberPage | Promise<MemberPage>,
): Promise<WebAnswer> {
  const reader = await findReader({ viewer, from, deps });
  return reader === null ? signInHere(deps, path) : shown(await markup(reader), null);
}

/** Who reads a page by a token, key or cookie; null for who is not signed in. */
async function findReader({
  viewer,
  from,
  deps,
}: Omit<PageRequest, "params">): Promise<Reader | null> {
  if (viewer?.userId)
    return { caller: { ...viewer, userId: viewer.userId }, browser: null, why: null };
  const browser = viewer === null ? await findSignedIn({ deps, from }) : null;
  return browser === null ? null : { caller: browser.caller, browser, why: null };
}

/** Sends a browser to sign in and back to the path. Throws 401 with an external issuer. */
function signInHere({ auth }: Pick<Deps, "auth">, path: string): WebAnswer {
  if (auth !== null) throw unauthorized();
  return signInFirst(path);
}

interface SentForm<R> {
  fields: FormFields;
  /** The act and what it is about, as the form of the page was bound to it. */
  about(row: R): readonly string[];
  act(row: R, caller: Reader["caller"]): Promise<unknown>;
  /** Where the browser goes afterwards; default the page. */
  afterwards?: string | undefined;
}

/**
 * Does what a form of the page asks and sends the browser to the page. A refusal that the person can read shows the
 * page again with its sentence and status. Who is no longer signed in signs in first. Throws 404 as the page does, and
 * 403 for a form that this session was not shown.
 */
export async function submitAsMember<R>(
  { params, from, deps }: PageRequest,
  { path, access, presentPath, markup }: GuardedPage<R>,
  { fields, about, act, afterwards }: SentForm<R>,
): Promise<WebAnswer> {
  const browser = await findSignedIn({ deps, from });
  if (browser === null) return signInHere(deps, path);
  const { caller } = browser;
  const row = (await checkRule(deps.db, access, params, caller)).subject as R;
  checkMemberForm(browser, about(row), fields);
  try {
    await act(row, caller);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return shown(await markup(row, { caller, browser, why: error }), error);
  }
  return goTo(afterwards ?? presentPath?.(row) ?? path);
}

/** The page, with the status of what was refused. It may have forms of the reader. */
const shown = ({ title, body, status = 200 }: MemberPage, why: ApiError | null): WebAnswer => ({
  ...page(title, body, {
    width: "wide",
    status: why?.status ?? status,
    headers: { ...why?.headers },
  }),
  hasToken: true,
});

/** The sentence of a refusal, beside the form. */
export const refusal = (why: ApiError | null): Html =>
  why === null ? nothing : html`<p role="alert">${why.message}</p>`;

const goTo = (location: string): WebAnswer => ({ status: 302, headers: { location } });
