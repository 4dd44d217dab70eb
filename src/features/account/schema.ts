import { z } from "zod";
import { isCommonPassword } from "@/lib/common-passwords";
import { isTimeZone } from "@/lib/days";
import { latinDigits } from "@/lib/digits";
import { PROVIDERS } from "@/lib/enums/account";
import { calendarDay, containsAddress, MAX_PERSON_NAME, nameField } from "@/lib/fields";
import { LOCALES } from "@/lib/locales";

/** RFC 5321 bounds an address at 254 characters; spellings that differ in case mean one account. */
export const emailField = z.string().trim().toLowerCase().min(1).max(254).email();

/** No composition rules: length and a blocklist, as NIST SP 800-63B advises. */
const passwordField = z
  .string()
  .min(10)
  .max(128)
  .refine((value) => !isCommonPassword(value), "passwordCommon");

const usernameField = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(30)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "username");

/** No addresses: names stand in mails to other people. */
const personNameField = nameField(MAX_PERSON_NAME)
  .pipe(z.string().min(1))
  .refine((value) => !containsAddress(value), "name");

export const registerInput = z.strictObject({
  email: emailField,
  password: passwordField,
  firstName: personNameField,
  lastName: personNameField,
});

export const namesInput = registerInput.pick({ firstName: true, lastName: true });

export const registerUserInput = registerInput.extend({
  username: usernameField.optional(),
  language: z.enum(LOCALES).optional(),
});

/** A password to log in with is only bounded: what it must be was decided when it was set. */
const givenPassword = z.string().min(1).max(1000);

/** Six digits of an authenticator app, or a recovery code; blanks and dashes are how people type them. */
const codeField = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .overwrite(latinDigits)
  .meta({ examples: ["492039"] });

export const loginInput = z.strictObject({
  email: z.string().trim().toLowerCase().min(1).max(254),
  password: givenPassword,
  code: codeField.optional(),
});

export const userLoginInput = z
  .strictObject({
    email: z.string().trim().toLowerCase().min(1).max(254).optional(),
    username: z.string().trim().toLowerCase().min(1).max(254).optional(),
    password: givenPassword,
    code: codeField.optional(),
  })
  .refine((input) => (input.email === undefined) !== (input.username === undefined), { message: "oneOfEmailOrUsername", path: ["email"] });

export const existenceInput = z
  .strictObject({ email: emailField.optional(), username: usernameField.optional() })
  .refine((input) => input.email !== undefined || input.username !== undefined, { message: "oneOfEmailOrUsername", path: ["email"] });

export type RegisterInput = z.infer<typeof registerUserInput>;

/** A mailed link's token. */
const linkToken = z.string().min(1).max(200);

export const forgetPasswordInput = z.strictObject({ email: emailField });
export const resetPasswordInput = z.strictObject({ token: linkToken, password: passwordField });
export const verifyEmailInput = z.strictObject({ token: linkToken });
export const changeEmailInput = z.strictObject({ email: emailField });

export const updatePasswordInput = z.strictObject({ currentPassword: givenPassword, newPassword: passwordField });

/** The fields of a profile that its owner may change; anything else, a role for one, is refused by name. */
export const profileInput = z.strictObject({
  firstName: personNameField.optional(),
  lastName: personNameField.optional(),
  username: usernameField.nullish(),
  profession: z.string().trim().max(120).optional(),
  timeZone: z.string().max(64).refine(isTimeZone, "timeZone").nullish(),
  language: z.enum(LOCALES).optional(),
  interviewDate: calendarDay.nullish(),
});
export type ProfileInput = z.infer<typeof profileInput>;

/** Proves once more who is there: the password, and the second factor where there is one. */
export const reauthenticateInput = z.strictObject({ password: givenPassword, code: codeField.optional() });

export const thirdPartyInput = z.strictObject({
  provider: z.enum(PROVIDERS),
  /** The provider's OpenID Connect ID token; without it the third-party session's cookie is the proof. */
  idToken: z.string().min(1).max(10_000).optional(),
});
export const thirdPartyLoginInput = thirdPartyInput.extend({ code: codeField.optional() });
export const thirdPartyRegisterInput = thirdPartyInput.extend({
  firstName: personNameField.optional(),
  lastName: personNameField.optional(),
  language: z.enum(LOCALES).optional(),
});
export const providerInput = z.strictObject({ provider: z.enum(PROVIDERS) });
export const providerAccountInput = z.strictObject({ id: z.string().min(1).max(255) });

export const enableTotpInput = z.strictObject({ code: codeField });

/** What a browser's WebAuthn calls answer; the library that checks them checks their insides. */
const credential = z.looseObject({ id: z.string().min(1).max(1500), rawId: z.string().max(1500), type: z.literal("public-key") });
export const passkeyInput = z.strictObject({ challengeId: z.uuid(), response: credential });
export const newPasskeyInput = passkeyInput.extend({ name: z.string().trim().min(1).max(60) });
export const passkeyNameInput = z.strictObject({ id: z.string().min(1).max(1500), name: z.string().trim().min(1).max(60) });
export const passkeyIdInput = z.strictObject({ id: z.string().min(1).max(1500) });

/** The square of the picture that is kept, in pixels of the upright picture. */
export const cropField = z.strictObject({
  x: z.int().min(0).max(20_000),
  y: z.int().min(0).max(20_000),
  size: z.int().min(16).max(20_000),
});
