import { required } from "#api/data/rows.ts";
import * as administration from "#api/modules/administration/service.ts";
import { html } from "#api/pages/html.ts";
import { firstRows, itemsOf, numberIn, read, type Subject } from "./subject.ts";

const { shapes } = administration;

const investor: Subject = {
  title: "Verified investors",
  none: "No verified investors.",
  list: ({ db }) =>
    itemsOf(administration.listVerifiedInvestors(db, firstRows), (row) => ({
      id: row.userId,
      title: row.name ?? row.email,
      about: html`<p>${row.email}${row.firmName === null ? "" : `, ${row.firmName}`}</p>`,
      fields: html`<input type="hidden" name="email" value="${row.email}">`,
      decisions: [["unverify", "Withdraw the verification"]],
    })),
  add: {
    title: "Verify an investor",
    fields: html`<label>Email address<input name="email" type="email" autocomplete="off" required></label>
<label>Slug of the firm, if there is one<input name="firm" maxlength="200" autocomplete="off"></label>`,
    decisions: [["verify", "Verify"]],
  },
  decide: (deps, admin, { decision, reason, email, firm }) => {
    const more = decision === "verify" ? { firm } : {};
    const body = read(shapes.investorDecision, { decision, reason, email, ...more });
    return administration.decideInvestor(deps, admin, body);
  },
};

const listing: Subject = {
  title: "Blocked and archived listings",
  none: "None is.",
  list: ({ db }) =>
    itemsOf(administration.listModeratedListings(db, firstRows), (row) => ({
      id: row.id,
      title: row.name ?? row.slug,
      about: html`<p>${row.subjectType} ${row.slug}, ${row.status}</p>`,
      fields: html`<input type="hidden" name="subjectType" value="${row.subjectType}"><input type="hidden" name="name" value="${row.subjectId}">`,
      decisions: [["restore", "Restore"]],
    })),
  add: {
    title: "Moderate a listing",
    fields: html`<label>Of<select name="subjectType"><option value="entity">an entity</option><option value="person">a person</option></select></label>
<label>Slug or id<input name="name" maxlength="200" autocomplete="off" required></label>`,
    decisions: [
      ["block", "Block"],
      ["archive", "Archive"],
    ],
  },
  decide: (deps, admin, { decision, reason, subjectType, name }) => {
    const subject = {
      subjectType: read(shapes.params.subjectType, subjectType),
      slug: read(shapes.params.slug, name),
    };
    const body = read(shapes.listingDecision, { decision, reason });
    return administration.decideListing(deps, admin, subject, body);
  },
};

type Flag = administration.ListedFlag;

const audienceOf = ({ scope, email, percentage }: Flag): string =>
  ({
    everyone: "for everyone",
    account: `for ${email}`,
    percentage: `for ${percentage} % of all accounts`,
  })[scope];

const flag: Subject = {
  title: "Feature flags",
  none: "No feature flags are on.",
  list: async ({ db }) => {
    const rows = await administration.listFlags(db);
    const all = { rows, total: rows.length, limit: rows.length, offset: 0 };
    return itemsOf(Promise.resolve(all), (row) => ({
      id: row.id,
      title: row.flag,
      about: html`<p>On ${audienceOf(row)}</p>`,
      decisions: [["clear", "Switch off"]],
    }));
  },
  add: {
    title: "Switch a flag on",
    fields: html`<label>Flag<input name="name" maxlength="64" autocomplete="off" required></label>
<label>For<select name="scope"><option value="account">one account</option><option value="percentage">a share of all accounts</option><option value="everyone">everyone</option></select></label>
<label>Address of the account, or 0 to 100 percent<input name="value" maxlength="320" autocomplete="off"></label>`,
    decisions: [["set", "Switch on"]],
  },
  decide: (deps, admin, { id, decision, reason, name, scope, value }) => {
    if (decision === "clear") return administration.unsetFlag(deps, admin, id, reason);
    const more = {
      ...(scope === "account" ? { email: value } : {}),
      ...(scope === "percentage" ? { percentage: numberIn(value) } : {}),
    };
    const body = read(shapes.flagBody, { flag: name, scope, reason, ...more });
    return administration.switchFlag(deps, admin, body);
  },
};

const ticker: Subject = {
  title: "Service tickers",
  none: "No company has one.",
  list: ({ db }) =>
    itemsOf(administration.listServiceTickers(db, firstRows), (row) => ({
      id: row.entityId,
      title: row.ticker,
      about: html`<p>${row.entityName}</p>`,
      decisions: [["remove", "Remove"]],
    })),
  add: {
    title: "Assign a ticker",
    fields: html`<label>Slug, id or ticker of the company<input name="name" maxlength="200" autocomplete="off" required></label>
<label>Service ticker<input name="ticker" maxlength="20" autocomplete="off" required></label>`,
    decisions: [["set", "Assign"]],
  },
  decide: async (deps, admin, { id, decision, reason, name = "", ticker }) => {
    if (decision === "remove") {
      return administration.changeTicker(deps, admin, id, { ticker: null, reason });
    }
    const body = read(shapes.tickerBody, { ticker, reason });
    const entityId = required(await administration.findEntityNamed(deps.db, name), "Company");
    return administration.changeTicker(deps, admin, entityId, body);
  },
};

/** What administrators have decided and can take back. */
export const standing = { investor, listing, flag, ticker };
