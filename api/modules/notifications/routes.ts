import { user } from "../../auth/access.ts";
import { listByCursor, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import { listNotifications, markAllRead, markNotification } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Notifications",
  family: v1,
  access: user,
  extension: true,
  params,
});

export const notifications = [
  endpoint({
    at: "GET /users/me/notifications",
    name: "listNotifications",
    summary: "List your notifications, newest first",
    description:
      "Changes of applications, requests to follow, answers to engagements, views of own reports (once a day for each report, without names) and filings of companies on own watchlists. `meta.unread` counts all unread ones. What blocked people do is not listed. They are kept for 180 days.",
    query: shapes.notificationsQuery,
    answers: listByCursor(shapes.notificationShape, shapes.notificationsMeta),
    handle: ({ query, caller, deps }) => listNotifications(deps, caller.userId, query),
  }),

  endpoint({
    at: "PUT /users/me/notifications/:notificationId/read",
    name: "markNotificationRead",
    summary: "Mark a notification as read",
    description: "Repeating the request changes nothing: `readAt` stays the first time.",
    refuses: [404],
    answers: one(shapes.notificationShape),
    handle: ({ params: { notificationId: id }, caller: { userId }, deps }) =>
      markNotification(deps, { userId, id }, true),
  }),

  endpoint({
    at: "DELETE /users/me/notifications/:notificationId/read",
    name: "markNotificationUnread",
    summary: "Mark a notification as unread",
    description: "Repeating the request changes nothing.",
    refuses: [404],
    answers: one(shapes.notificationShape),
    handle: ({ params: { notificationId: id }, caller: { userId }, deps }) =>
      markNotification(deps, { userId, id }, false),
  }),

  endpoint({
    at: "POST /users/me/notifications/read-all",
    name: "markAllNotificationsRead",
    summary: "Mark all notifications as read",
    description:
      "With `upTo` (the id of the newest one that was shown) those that came later stay unread. A repeat marks none.",
    body: shapes.readAllBody,
    refuses: [404],
    answers: one(shapes.allRead),
    handle: ({ body, caller, deps }) => markAllRead(deps, caller.userId, body.upTo),
  }),
];
