import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { nameText } from "#schemas/shapes/text.ts";

/** As it was typed: six digits, or a recovery code. */
export const typedCode = z
  .string()
  .min(6)
  .max(100)
  .meta({ description: "Code of the authenticator app, or a recovery code" });

/** Base64url, as `toJSON()` of a browser's credential writes it. */
const encoded = (max: number) => z.string().min(1).max(max);

const credential = {
  id: encoded(1400).meta({ description: "Id of the credential, in base64url" }),
  rawId: encoded(1400).meta({ description: "The same" }),
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().min(1).max(40).nullish(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
};

/** A passkey that a browser has made (`RegistrationResponseJSON` of WebAuthn). */
export const madePasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4000),
      attestationObject: encoded(20_000),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  })
  .meta({ id: "MadePasskey" });
export type MadePasskey = z.output<typeof madePasskey>;

/** What a passkey has signed (`AuthenticationResponseJSON` of WebAuthn). */
export const signedPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded(4000),
      authenticatorData: encoded(4000),
      signature: encoded(8000),
      userHandle: z.string().min(1).max(200).nullish(),
    }),
  })
  .meta({ id: "SignedPasskey" });
export type SignedPasskey = z.output<typeof signedPasskey>;

/** JSON that `PublicKeyCredential.parseCreationOptionsFromJSON` and its sister take. */
export const passkeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: "PasskeyOptions" }) as z.ZodType<{ challenge: string }>;

export const passkeyName = nameText(60);

export const newPasskeyBody = z.object({ name: passkeyName, passkey: madePasskey }).meta({
  examples: [
    {
      name: "Phone",
      passkey: {
        id: "AbCd",
        rawId: "AbCd",
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON: "eyJ0…", attestationObject: "o2Nm…" },
      },
    },
  ],
});

export const passkeyChange = z
  .object({ name: passkeyName })
  .meta({ examples: [{ name: "Phone" }] });

export const params = { passkeyId: idOf("Id of the passkey") };

export const passkeyShape = z
  .object({
    id: z.uuid(),
    name: z.string(),
    isBackedUp: z.boolean(),
    lastUsedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Passkey" });

export const confirmBody = z.object({ code: typedCode }).meta({ examples: [{ code: "492039" }] });

export const startedTotp = z
  .object({
    secret: z.string().nullable().meta({
      description: "For an app without camera, in base32. Null in a replay by Idempotency-Key",
    }),
    address: z.string().nullable().meta({
      description: "`otpauth:` address, the content of the QR code. Null in a replay",
    }),
  })
  .meta({ id: "StartedTotp" });

const recoveryCodes = z.array(z.string()).nullable();

export const confirmedTotp = z
  .object({
    recoveryCodes: recoveryCodes.meta({
      description:
        "Shown this once, each good for one use. Null where the account has its codes already, and in a replay",
    }),
  })
  .meta({ id: "ConfirmedTotp" });

export const addedPasskey = z
  .object({
    passkey: passkeyShape,
    recoveryCodes: recoveryCodes.meta({
      description: "As of the authenticator app: with the first factor of the account",
    }),
  })
  .meta({ id: "AddedPasskey" });

export const newRecoveryCodes = z
  .object({
    recoveryCodes: recoveryCodes.meta({
      description: "Shown this once, each good for one use. Null in a replay",
    }),
  })
  .meta({ id: "RecoveryCodes" });

export const removed = z.object({ removed: z.literal(true) });

export const factors = z
  .object({
    isOn: z.boolean().meta({ description: "Whether signing in asks for a second factor" }),
    totp: z
      .object({ confirmedAt: z.iso.datetime() })
      .nullable()
      .meta({ description: "The authenticator app; null without one" }),
    passkeys: z.array(passkeyShape),
    recoveryCodesLeft: z.int(),
  })
  .meta({ id: "SecondFactors" });
