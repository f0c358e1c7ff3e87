import { everybody } from "../kernel/access-words.ts";

/** Of things that every account may see; `member-pages.db.test.ts` looks at private ones. */
export const access: Record<string, string> = {
  "GET /watchlist": everybody,
  "POST /watchlist": everybody,
  "GET /watchlist/feeds/:feedToken": everybody,
  "GET /communities": everybody,
  "GET /communities/:handle": everybody,
  "POST /communities/:handle": everybody,
  "GET /people": everybody,
  // Visitors who are not signed in are redirected to sign in.
  "GET /people/:id": everybody,
  "GET /notifications": everybody,
  "POST /notifications": everybody,
  "GET /roles": everybody,
  "GET /roles/:roleId": everybody,
  "POST /roles/:roleId": everybody,
  // For who may review the applications of the team.
  "GET /roles/:roleId/applications": "ok 404 403 ok 404 404",
  "POST /roles/:roleId/applications": everybody,
  "GET /applications": everybody,
  "POST /applications": everybody,
  "GET /startups": everybody,
  "GET /startups/:id": everybody,
  "POST /startups/:id": everybody,
  "GET /teams": everybody,
  // For who may review the applications of the team.
  "GET /teams/:id": "ok 404 404 404 404 404",
  "POST /teams/:id": everybody,
  "GET /screens": everybody,
  "POST /screens": everybody,
  "GET /screens/new": everybody,
  "POST /screens/new": everybody,
  "GET /scenarios": everybody,
  "GET /scenarios/new": everybody,
  "POST /scenarios/new": everybody,
  // The scenario is that of the browser which asks; any other credential makes it the request of another account.
  "GET /scenarios/:scenarioId": "ok 404 404 404 404 404",
  "POST /scenarios/:scenarioId": everybody,
  "GET /scenarios/shared/:shareToken": everybody,
  "POST /scenarios/shared/:shareToken": everybody,
};
