/**
 * Every error code, the status that it comes with, and its meaning. The table in `docs/errors.md` is a copy of this
 * one.
 */
export const errorCodes = {
  BAD_REQUEST: ["400", "A rule refused the request; the message says which"],
  FST_ERR_VALIDATION: [
    "400",
    "A parameter or a member of the body has a wrong type, length, format or value; in `/v1` and of entities and API keys this is BAD_REQUEST",
  ],
  UNAUTHORIZED: ["401", "A credential is missing, malformed, expired or revoked"],
  FORBIDDEN: ["403", "The credential is valid but may not do this, or lacks the scope"],
  STEP_UP_REQUIRED: [
    "403",
    "Only within ten minutes of a proof that it is the person: `POST /auth/step-up`, then repeat",
  ],
  NOT_FOUND: ["404", "There is no such thing, or the caller may not know of it"],
  METHOD_NOT_ALLOWED: ["405", "The path has no such method; `Allow` lists those it has"],
  REQUEST_TIMEOUT: ["408", "The request took too long to arrive"],
  CONFLICT: ["409", "The current state does not allow this; the message names the state"],
  PRECONDITION_FAILED: ["412", "It was changed since it was read (`If-Match`)"],
  PAYLOAD_TOO_LARGE: ["413", "The body, or what the account keeps, is too large"],
  URI_TOO_LONG: ["414", "The address is too long"],
  UNSUPPORTED_MEDIA_TYPE: ["415", "The media type, encoding or character set is not taken"],
  IDEMPOTENCY_KEY_REUSED: ["422", "The Idempotency-Key belongs to another request"],
  TOO_MANY_REQUESTS: ["429", "A limit is reached; `Retry-After` says how many seconds to wait"],
  REQUEST_HEADER_FIELDS_TOO_LARGE: ["431", "The headers are too large"],
  INTERNAL_SERVER_ERROR: ["500", "A fault of the service; name the request id to its operator"],
  SERVICE_UNAVAILABLE: ["503", "Something the service needs does not answer; ask again soon"],
  invalid_request: ["400", "OAuth: a parameter is missing or malformed"],
  invalid_client: ["401", "OAuth: the application is unknown or its secret is wrong"],
  invalid_grant: ["400", "OAuth: the code or refresh token is unknown, used or expired"],
  unauthorized_client: ["400", "OAuth: the application may not use this grant"],
  unsupported_grant_type: ["400", "OAuth: the grant type is not served"],
  unsupported_response_type: ["400", "OAuth: the response type is not served"],
  invalid_scope: ["400", "OAuth: a scope is unknown or more than may be granted"],
  access_denied: ["400, 403", "OAuth: the person refused, or may not do this"],
  temporarily_unavailable: ["429, 503", "OAuth: a limit is reached, or the service cannot answer"],
  server_error: ["500", "OAuth: a fault of the service"],
} as const satisfies Record<string, readonly [statuses: string, meaning: string]>;

export type ErrorCode = keyof typeof errorCodes;
