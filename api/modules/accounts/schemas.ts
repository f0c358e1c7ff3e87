import { z } from "zod";
import { nameText } from "#schemas/shapes/text.ts";
import { signedPasskey } from "../second-factors/service.ts";

const email = z
  .string()
  .max(254)
  .trim()
  .toLowerCase()
  .pipe(z.email())
  .meta({ description: "Email address; case does not matter" });
const password = z.string().min(10).max(200);
/** Any text: a text that cannot be a password is refused like a wrong password. */
const givenPassword = z.string().min(1).max(1000);
const secret = z.string().min(1).max(200);

export const registerBody = z.object({ email, password, name: nameText(100).optional() }).meta({
  examples: [{ email: "ann@example.com", password: "correct horse battery", name: "Ann" }],
});

export type RegisterBody = z.infer<typeof registerBody>;

export const registered = z
  .object({ email: z.string(), emailVerified: z.literal(false), message: z.string() })
  .meta({ id: "Registered" });

export const signInBody = z
  .object({ email: email.or(z.string().max(1000)), password: givenPassword })
  .meta({ examples: [{ email: "ann@example.com", password: "correct horse battery" }] });

export const signedIn = z
  .object({
    accessToken: z
      .string()
      .nullable()
      .meta({ description: "Null in a replay by Idempotency-Key: sign in again" }),
    refreshToken: z.string().nullable().meta({
      description: "Good for one use; each use gives the next. Null in a replay by Idempotency-Key",
    }),
    tokenType: z.literal("Bearer"),
    /** Lifetime of the access token in seconds. */
    expiresIn: z.int(),
    /** From then on the user must sign in again, however often the token was refreshed. */
    refreshExpiresAt: z.iso.datetime(),
    user: z.object({ id: z.uuid(), email: z.string(), name: z.string().nullable() }),
  })
  .meta({ id: "SignedIn" });

export type SignedIn = z.infer<typeof signedIn>;

export const factorAwaited = z
  .object({
    secondFactor: z
      .object({
        token: z.string().nullable().meta({
          description:
            "Send it to `/auth/second-factor` with a code. Null in a replay by Idempotency-Key",
        }),
        expiresAt: z.iso.datetime(),
        methods: z.array(z.enum(["totp", "passkey", "recovery-code"])),
      })
      .meta({ description: "What is awaited. There is no token of a session before it" }),
  })
  .meta({ id: "FactorAwaited" });

export type FactorAwaited = z.infer<typeof factorAwaited>;

const code = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: "Six digits of the authenticator app, or a recovery code" });

export const factorBody = z
  .object({ token: secret, code: code.optional(), passkey: signedPasskey.optional() })
  .meta({ examples: [{ token: "t5c…", code: "492039" }] });

export const stepUpBody = z
  .object({
    code: code.optional(),
    passkey: signedPasskey.optional(),
    password: givenPassword.optional().meta({
      description: "For an account without a second factor",
    }),
  })
  .meta({ examples: [{ code: "492039" }] });

export const pendingBody = z.object({ token: secret }).meta({ examples: [{ token: "t5c…" }] });

export const passkeyBody = z.object({ passkey: signedPasskey }).meta({
  examples: [
    {
      passkey: {
        id: "AbCd",
        rawId: "AbCd",
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON: "eyJ0…", authenticatorData: "SZYN…", signature: "MEUC…" },
      },
    },
  ],
});

export const proved = z.object({ provedUntil: z.iso.datetime() }).meta({ id: "Proved" });

export const refreshBody = z
  .object({ refreshToken: secret })
  .meta({ examples: [{ refreshToken: "kq3…" }] });

export const signOutBody = z
  .object({ refreshToken: secret.optional() })
  .meta({ examples: [{ refreshToken: "kq3…" }] });

export const signedOut = z.object({ signedOut: z.literal(true) });

export const verifyBody = z.object({ token: secret }).meta({ examples: [{ token: "Vd0…" }] });

export const verified = z.object({ email: z.string(), emailVerified: z.literal(true) });

export const addressBody = z.object({ email }).meta({ examples: [{ email: "ann@example.com" }] });

export const mailSent = z.object({ message: z.string() });

export const resetBody = z
  .object({ token: secret, password })
  .meta({ examples: [{ token: "Vd0…", password: "correct horse battery" }] });

export const passwordSet = z.object({ message: z.string() });
