import type { Caller } from "../../auth/caller.ts";
import { checkRule, type RuleAccess } from "../../auth/rules.ts";
import type { Deps } from "../../deps.ts";
import type { Sender } from "../../http/endpoint.ts";
import { unauthorized } from "../../http/errors.ts";
import type { WebAnswer } from "../../http/requests/handled.ts";
import { findSignedIn, signInFirst } from "../../http/signed-in.ts";
import type { Html } from "../../pages/html.ts";
import { page } from "../../pages/page.ts";

interface PageRequest {
  params: Readonly<Record<string, string>>;
  /** The account of a token or key; browsers have a cookie instead. */
  viewer: Caller | null;
  from: Sender;
  deps: Deps;
}

/** The title of a page, and what stands below it. */
export interface MemberPage {
  title: string;
  body: Html;
}

interface GuardedPage<R> {
  /** The path that the browser returns to after the sign-in. */
  path: string;
  access: RuleAccess<R>;
  /** The present path of the row, where the path may be a former one: a browser is sent there. */
  presentPath?(row: R): string;
  markup(row: R): MemberPage | Promise<MemberPage>;
}

/**
 * A page for those who are signed in and may see the row, as the access word decides, or a redirect to it. Sends others to sign in, whether
 * the row is there or not. Throws 404 if the person may not know of the row, and 401 with an external issuer.
 */
export async function showToMember<R>(
  { params, viewer, from, deps }: PageRequest,
  { path, access, presentPath, markup }: GuardedPage<R>,
): Promise<WebAnswer> {
  const caller = viewer ?? (await findSignedIn({ deps, from }))?.caller ?? null;
  if (caller === null || caller.userId === null) {
    if (deps.auth !== null) throw unauthorized();
    return signInFirst(path);
  }
  const { subject } = await checkRule(deps.db, access, params, caller);
  const location = presentPath?.(subject as R) ?? path;
  if (location !== path) return { status: 302, headers: { location } };
  const { title, body } = await markup(subject as R);
  return page(title, body, { width: "wide" });
}
