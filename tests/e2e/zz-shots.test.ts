import { contextAs, settled } from "./looks";
import { aBoss, aCustomer, aJob, aStock, aWorkspace, TRADES } from "./trades-actions";
import { test as base } from "@playwright/test";
import { overflows, violations } from "./fixtures";
import { callApi } from "./actions";
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";

base("shots", async ({ browser }) => {
  base.setTimeout(400_000);
  const app = { url: "http://localhost:3420", dataDir: "/tmp/stock-data" } as never as import("./app").RunningApp;
  const only = process.env.ONLY?.split(",");
  const boss = await aBoss(app);
  const shop = await aWorkspace(app, boss);
  const customer = await aCustomer(app, boss, shop);
  const job = await aJob(app, boss, { workspaceId: shop, customerUid: customer, title: "Kitchen bench, granite" });
  const stock = await aStock(app, boss, shop, job);
  const places: [string, string][] = [
    ["slabs", `${TRADES}/stock?workspace=${shop}`],
    ["slab", `${TRADES}/stock/slab?workspace=${shop}&uid=${stock.slab}`],
    ["family", `${TRADES}/stock/slab?workspace=${shop}&uid=${stock.broken}`],
    ["new", `${TRADES}/stock/slab?workspace=${shop}`],
    ["labels", `${TRADES}/stock/labels?workspace=${shop}&slabs=${stock.slab},${stock.broken}`],
    ["materials", `${TRADES}/stock/materials?workspace=${shop}`],
    ["items", `${TRADES}/stock/items?workspace=${shop}`],
    ["item", `${TRADES}/stock/item?workspace=${shop}&uid=${stock.item}`],
    ["count", `${TRADES}/stock/count?workspace=${shop}`],
    ["job", `${TRADES}/jobs/job?workspace=${shop}&uid=${job}`],
  ];
  for (const look of [{ locale: "en", mode: "light", width: 1440 }, { locale: "ar", mode: "dark", width: 360 }, { locale: "en", mode: "light", width: 360 }, { locale: "ar", mode: "dark", width: 1440 }] as const) {
    const context = await contextAs(browser, app.url, look, boss);
    const page = await context.newPage();
    for (const [name, path] of places.filter(([name]) => !only || only.includes(name))) {
      await page.goto(app.url + path);
      await settled(page);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/stock-shots/${name}-${look.locale}-${look.width}.png`, fullPage: true });
      console.log(name, look.locale, look.width, "overflow", await overflows(page), JSON.stringify(await violations(page)).slice(0, 600));
      if (name === "labels" && look.width === 1440) await page.pdf({ path: `/tmp/stock-shots/labels-${look.locale}.pdf`, preferCSSPageSize: true });
      const open = async (button: string, shot: string) => {
        await page.getByRole("button", { name: button, exact: true }).first().click();
        await page.waitForTimeout(500);
        await page.screenshot({ path: `/tmp/stock-shots/${shot}-${look.locale}-${look.width}.png` });
        console.log(shot, look.locale, look.width, "overflow", await overflows(page), JSON.stringify(await violations(page)).slice(0, 600));
        await page.keyboard.press("Escape");
        await page.waitForTimeout(300);
      };
      const t = JSON.parse(readFileSync(`messages/${look.locale}.json`, "utf8")).trades;
      if (name === "materials") await open(t.materials.new, "material-dialog");
      if (name === "items") await open(t.stock.new, "item-dialog");
      if (name === "item") await open(t.stock.acts.receive, "receive");
      if (name === "item") await open(t.stock.acts.reserve, "reserve");
      if (name === "slab") for (const [b, n] of [[t.slabs.mark, "mark"], [t.slabs.break, "break"], [t.slabs.move, "moves"]]) await open(b, n);
    }
    await context.close();
  }
});
