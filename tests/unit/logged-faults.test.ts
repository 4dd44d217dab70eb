import { expect, it } from "vitest";
import { AppError, ERROR_STATUS, type ErrorCode } from "@/lib/app-error";
import { isFault } from "@/server/api/errors";

it("what somebody has to look after is logged as a fault, and nothing that the operator ordered", () => {
  const faults = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => isFault(new AppError(code)));
  expect(faults).toEqual(["paymentsUnavailable", "internal", "unavailable", "filesFull", "notCheckedYet"]);
});
