import { accountAddress } from "./account-page.ts";
import { administrationAddress } from "./administration/administration-page.ts";
import { applicationsAddress } from "./applications/application-pages.ts";
import { billingAddress } from "./billing/billing-pages.ts";
import { dataAddress, mailsAddress } from "./data-pages.ts";
import { factorsAddress } from "./factors/factor-pages.ts";
import { keysAddress } from "./key-pages.ts";
import { sessionsAddress } from "./session-pages.ts";

const authorizeAddress = /^\/v1\/oauth\/authorize\?[!-~]*$/;

const ownPages = [
  factorsAddress,
  applicationsAddress,
  accountAddress,
  billingAddress,
  keysAddress,
  sessionsAddress,
  mailsAddress,
  dataAddress,
  administrationAddress,
];

/** Pages that send people here to sign in. */
const memberPage = /^\/(?:communities|people|roles|startups|teams)\/[\w.~%-]+$/;

/** Pages for everybody, with what they are asked; no backslash, which browsers read as a slash. */
const publicPage =
  /^\/(?:companies\/[\w.~%-]+(?:\/[\w.~%-]+)*|screen|screens(?:\/new)?|compare|watchlist|notifications|roles(?:\/[\w-]+\/applications)?|applications|startups|communities|people|teams|scenarios(?:\/[\w-]+){0,2})?(?:\?[!-[\]-~]*)?$/;

/**
 * Only back to where an application asked for something, to a page for members or for everybody, or to the pages of the account: no
 * link may lead through here to another site. Empty for any other address, and for one with a character that no header may
 * carry.
 */
export const ownAddress = (wanted: string) =>
  ownPages.includes(wanted) ||
  [authorizeAddress, memberPage, publicPage].some((page) => page.test(wanted))
    ? wanted
    : "";
