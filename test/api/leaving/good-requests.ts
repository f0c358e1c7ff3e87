import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";

const password = "correct horse battery staple";

export const requests: MakeRequests = ({ app }) => ({
  "DELETE /api/v1/users/me": async () => {
    const { id, headers } = await makePerson(app, `leaver-${randomUUID()}@example.com`);
    const passwordHash = await hashPassword(password);
    const emailVerifiedAt = "2026-01-01T00:00:00.000Z";
    await app.db
      .update(userAccount)
      .set({ passwordHash, emailVerifiedAt })
      .where(eq(userAccount.id, id));
    return { headers, payload: { password } };
  },
});
