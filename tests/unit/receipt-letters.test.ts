import { expect, it } from "vitest";
import { joined, pagesOf } from "#tests/factories/pdf";
import { renderReceipt } from "@/server/pdf/receipt";

const receipt = (name: string) => ({
  ...{ number: "1", paid: true, issuedAt: new Date(0), customer: { name, email: "someone@example.com" }, currency: "USD" },
  ...{ lines: [], total: 900, fromBalance: 0, charged: 900, refunded: 0 },
});
/** The typefaces that a document brings along. */
const facesOf = (bytes: Buffer) => [...new Set(bytes.toString("latin1").match(/(?<=\/BaseFont \/[A-Z]{6}\+)[\w-]+/g))].toSorted();

it("draws a usual Chinese name in the usual typeface, and a rare or traditional one in one that has its letters", async () => {
  const usual = await renderReceipt(receipt("王小明"), "cn");
  expect(facesOf(usual)).toContain("ZCOOLXiaoWei-Regular");
  expect(facesOf(usual)).not.toContain("ChocolateClassicalSans-Regular");
  const rare = await renderReceipt(receipt("陳喆玥𫍽𠮷"), "cn");
  expect(facesOf(rare)).toContain("ChocolateClassicalSans-Regular");
  expect((await pagesOf(rare)).join("")).toContain(joined("陳喆玥𫍽𠮷"));
});
