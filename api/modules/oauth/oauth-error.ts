import { ApiError } from "../../http/errors.ts";

/** A refusal in the words of RFC 6749. */
export type OAuthCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "access_denied"
  | "unsupported_response_type";

export const oauthError = (code: OAuthCode, message: string) => new ApiError(400, code, message);

/** The application is not authenticated. */
export const badClient = () =>
  new ApiError(401, "invalid_client", "The client is unknown or its secret is wrong", {
    headers: { "www-authenticate": 'Basic realm="oauth", charset="UTF-8"' },
  });
