import { walk } from "./page-walk";
import { quoteOf, quotesOf, severalQuotes } from "./quote-actions";
import { aBoss, aCustomer, aWorkspace, TRADES } from "./trades-actions";

walk("of quotes", async (app) => {
  const people = { shopkeeper: await aBoss(app) };
  const shop = await aWorkspace(app, people.shopkeeper);
  const customer = await aCustomer(app, people.shopkeeper, shop);
  const quotes = await severalQuotes(app, people.shopkeeper, shop, customer);
  const places = [
    { name: "trades-quotes", path: quotesOf(shop), who: "shopkeeper" },
    { name: "trades-quote-new", path: `${TRADES}/quotes/quote?workspace=${shop}&customer=${customer}`, who: "shopkeeper" },
    { name: "trades-quote-draft", path: quoteOf(shop, quotes.draft), who: "shopkeeper" },
    { name: "trades-quote", path: quoteOf(shop, quotes.sent), who: "shopkeeper" },
    { name: "trades-quote-missing", path: quoteOf(shop, "x"), who: "shopkeeper" },
    { name: "quote", path: quotes.link, who: "guest" },
    { name: "quote-gone", path: "/quote#gone", who: "guest" },
  ] as const;
  return { people, places };
});
