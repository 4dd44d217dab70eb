import { databaseOf } from "./database";
import { expect, test } from "./fixtures";
import { TEXTS } from "./languages";
import { inLook, LOOKS, lookName, openAs, seePage } from "./looks";
import { quoteOf, severalQuotes } from "./quote-actions";
import { aBoss, aCustomer, aWorkspace } from "./trades-actions";

for (const look of LOOKS)
  test(`a quote whose mail reached nobody says so where it stands, ${lookName(look)}`, inLook(look), async ({ app, browser }) => {
    const t = TEXTS[look.locale].trades.quotes;
    const boss = await aBoss(app);
    const shop = await aWorkspace(app, boss);
    const { sent } = await severalQuotes(app, boss, shop, await aCustomer(app, boss, shop));
    const page = await openAs(browser, app.url + quoteOf(shop, sent), look, boss);
    await expect(page.getByText(t.sentTo)).toBeVisible();
    await expect(page.getByText(t.unsent)).toHaveCount(0);
    // As the outbox notes it once the mail server has refused the address for good.
    const sql = await databaseOf(app);
    await sql`
      insert into workspace_events (id, workspace_id, actor_id, action, target, after)
      select gen_random_uuid(), workspace_id, author_id, 'mail.unsent', 'quote:' || id,
        jsonb_build_object('sentAt', to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from quotes where id = ${sent}`;
    await sql.end();
    await page.reload();
    await expect(page.getByText(t.unsent)).toBeVisible();
    await seePage(page, "quote-unsent", look);
    await page.context().close();
  });
