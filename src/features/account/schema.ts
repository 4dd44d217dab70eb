import { z } from "zod";
import { isCommonPassword } from "@/lib/common-passwords";
import { LOCALES } from "@/lib/locales";

/** RFC 5321 bounds an address at 254 characters; spellings that differ in case mean one account. */
export const emailField = z.string().trim().toLowerCase().min(1).max(254).email();

/** No composition rules: length and a blocklist, as NIST SP 800-63B advises. */
export const passwordField = z
  .string()
  .min(10)
  .max(128)
  .refine((value) => !isCommonPassword(value), "passwordCommon");

export const usernameField = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(30)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "username");

const nameField = z.string().trim().min(1).max(80);

export const registerInput = z.strictObject({
  email: emailField,
  password: passwordField,
  firstName: nameField,
  lastName: nameField,
});

export const registerUserInput = registerInput.extend({
  username: usernameField.optional(),
  language: z.enum(LOCALES).optional(),
});

/** A password to log in with is only bounded: what it must be was decided when it was set. */
const givenPassword = z.string().min(1).max(1000);

export const loginInput = z.strictObject({ email: z.string().trim().toLowerCase().min(1).max(254), password: givenPassword });

export const userLoginInput = z
  .strictObject({
    email: z.string().trim().toLowerCase().min(1).max(254).optional(),
    username: z.string().trim().toLowerCase().min(1).max(254).optional(),
    password: givenPassword,
  })
  .refine((input) => (input.email === undefined) !== (input.username === undefined), { message: "oneOfEmailOrUsername", path: ["email"] });

export const existenceInput = z
  .strictObject({ email: emailField.optional(), username: usernameField.optional() })
  .refine((input) => input.email !== undefined || input.username !== undefined, { message: "oneOfEmailOrUsername", path: ["email"] });

export type RegisterInput = z.infer<typeof registerUserInput>;
