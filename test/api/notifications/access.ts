import { ownRead, ownWrite, privateWrite } from "../kernel/access-words.ts";

export const access: Record<string, string> = {
  "GET /api/v1/users/me/notifications": ownRead,
  "PUT /api/v1/users/me/notifications/:notificationId/read": privateWrite,
  "DELETE /api/v1/users/me/notifications/:notificationId/read": privateWrite,
  "POST /api/v1/users/me/notifications/read-all": ownWrite,
};
