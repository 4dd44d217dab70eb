import type { Role } from "@/lib/enums/account";

/** Whose history of acts somebody reads. What was said about the team itself, whoever reads it included, is for the super admins. */
export const readsHistory = (actor: { role: Role }, subject: { role: Role }): boolean =>
  actor.role === "super_admin" || (actor.role === "admin" && subject.role === "candidate");
