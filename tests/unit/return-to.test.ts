import { expect, it } from "vitest";
import { safeReturnTo } from "@/lib/return-to";

it.each(["/dashboard", "/dashboard/answers?page=2", "/dashboard/practice/session?question=1#x"])("goes back to %s", (target) => {
  expect(safeReturnTo(target)).toBe(target);
});

it.each([
  null,
  undefined,
  "",
  "/",
  "/auth/login",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/dashboard",
  "javascript:alert(1)",
  "/dashboard/../auth",
  "/dashboard/..//evil.example",
  "/dashboard\\..\\..\\auth",
  "/dashboardevil",
  "\t/dashboard",
  "/dash\nboard",
])("does not go to %j", (target) => {
  expect(safeReturnTo(target)).toBe("/dashboard");
});
