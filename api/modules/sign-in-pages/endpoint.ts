import { anyone } from "../../auth/access.ts";
import { moduleOf } from "../../http/module.ts";
import { auth } from "../../http/responses/families.ts";

/** Makes the endpoints of the pages for browsers, which exist where Tenk itself issues the tokens. */
export const { endpoint } = moduleOf({
  tag: "Sign-in",
  family: auth,
  access: anyone,
  extension: true,
  localIssuer: true,
});

/** Words of an endpoint that takes a page's form. */
export const sent = { forms: true, refuses: [403] };
