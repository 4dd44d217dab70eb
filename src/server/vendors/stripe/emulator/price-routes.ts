import { z } from "zod";
import { flag, paging } from "./params";
import { type Route, route } from "./route";
import { listOf, type Price } from "./wire";

const listParams = z.strictObject({
  ...paging,
  active: flag.optional(),
  lookup_keys: z.array(z.string()).max(10).optional(),
  product: z.string().optional(),
  currency: z.string().optional(),
  type: z.enum(["one_time", "recurring"]).optional(),
});

export const priceRoutes: Route[] = [
  route("GET", "/v1/prices", listParams, async ({ prices }, params) => {
    const { limit, starting_after: after, lookup_keys: keys, active = true } = params;
    const fits = (price: Price) =>
      price.active === active &&
      (!keys || keys.includes(price.lookup_key ?? "")) &&
      (!params.product || price.product === params.product) &&
      (!params.currency || price.currency === params.currency) &&
      params.type !== "one_time";
    const found = prices.all().filter(fits);
    if (after) prices.get(after, "starting_after");
    const rest = after ? found.slice(found.findIndex(({ id }) => id === after) + 1) : found;
    return { ...listOf(rest.slice(0, limit), "/v1/prices"), has_more: rest.length > limit };
  }),
  route("GET", "/v1/prices/:id", z.strictObject({}), async ({ prices }, _params, id) => prices.get(id)),
];
