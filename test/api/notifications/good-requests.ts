import { randomUUID } from "node:crypto";
import { notification } from "#schemas/tables/accounts/notification.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app, owner }) => {
  const own = async () => {
    const [row] = await app.db
      .insert(notification)
      .values({
        ...{ userId: owner.id, kind: "report_views", state: "viewed", subjectType: "report" },
        ...{ subjectId: randomUUID(), sourceId: randomUUID(), label: "Numbers of March" },
      })
      .returning({ id: notification.id });
    return { parameters: { notificationId: row?.id ?? "" } };
  };
  return {
    "GET /api/v1/users/me/notifications": async () => {
      await own();
      return {};
    },
    "PUT /api/v1/users/me/notifications/:notificationId/read": own,
    "DELETE /api/v1/users/me/notifications/:notificationId/read": own,
    "POST /api/v1/users/me/notifications/read-all": () => ({ payload: {} }),
  };
};
