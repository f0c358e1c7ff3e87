import { eq } from "drizzle-orm";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import type { Person, TestApp } from "../app.ts";
import { hiddenIn, signInBrowser } from "../browser.ts";
import { makePerson } from "../people.ts";

/** A signed-in administrator. */
export async function makeAdministrator(app: TestApp, email?: string): Promise<Person> {
  const person = await makePerson(app, email);
  await app.db.update(userAccount).set({ isAdmin: true }).where(eq(userAccount.id, person.id));
  return person;
}

/** A report of a person, submitted over HTTP; answers its id. */
export async function makeSubmittedReport(
  app: TestApp,
  by: Person,
  values: object = {},
): Promise<string> {
  const made = await app.send({
    ...{ method: "POST", url: "/v2/reports", headers: by.headers },
    payload: { title: "Annual report", report_type: "annual_report", data: {}, ...values },
  });
  const { id } = made.json().data;
  const payload = { status: "submitted" };
  await app.send({ method: "PATCH", url: `/v2/reports/${id}`, headers: by.headers, payload });
  return id;
}

/** The browser of an administrator: its headers. */
export async function openAdministratorBrowser(app: TestApp, email: string) {
  const browser = await signInBrowser(app, email);
  await app.db.update(userAccount).set({ isAdmin: true }).where(eq(userAccount.email, email));
  return browser;
}

/** The form of the page of administrators about this, filled in as a browser would send it. */
export async function actForm(
  app: TestApp,
  browser: { cookie: string },
  about: string,
  fields: Record<string, string> = {},
) {
  const { body } = await app.get("/auth/administration", browser);
  const shown = body.split("<form ").find((one) => one.includes(`value="${about}"`)) ?? "";
  return { ...hiddenIn(shown.split("</form>")[0] ?? ""), ...fields };
}
