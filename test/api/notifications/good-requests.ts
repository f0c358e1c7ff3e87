import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeNotification } from "./make-notification.ts";

export const requests: MakeRequests = ({ app, owner }) => {
  const own = async () => ({
    parameters: { notificationId: await makeNotification(app, owner.id) },
  });
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
