import { z } from "zod";
import { ROLES } from "@/lib/enums";
import { LOCALES } from "@/lib/locales";
import { users } from "@/server/db/schema";

export const userDto = z.object({
  uid: z.uuid(),
  email: z.string(),
  username: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLES),
  language: z.enum(LOCALES),
});

export const accountDto = z.object({ accessToken: z.string(), user: userDto });
export const existenceDto = z.object({ emailExists: z.boolean(), usernameExists: z.boolean() });

/** The columns of a user that their owner sees. */
export const userColumns = {
  uid: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  language: users.language,
};
