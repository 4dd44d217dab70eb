import { createHash } from "node:crypto";
import { missing } from "./failure";
import type { Plan, Price, Product } from "./wire";

export interface CatalogueEntry {
  lookupKey: string;
  product: string;
  /** Minor units. */
  unitAmount: number;
  currency: string;
  interval: "month" | "year";
}

/** Before anything that anybody does. */
const CREATED = Date.UTC(2026, 0, 1) / 1000;

/** What is for sale: made from the catalogue, the same at each start. A changed amount is another price. */
export class Prices {
  private readonly prices: Price[];
  private readonly products: Map<string, Product>;

  constructor(catalogue: readonly CatalogueEntry[]) {
    this.prices = catalogue.map(toPrice);
    this.products = new Map(catalogue.map(({ product }) => [productId(product), toProduct(product)]));
  }

  all = (): readonly Price[] => this.prices;

  find = (id: string): Price | undefined => this.prices.find((price) => price.id === id);

  product = (id: string): Product | undefined => this.products.get(id);

  nameOf = (price: Price): string => this.products.get(price.product)?.name ?? price.lookup_key ?? price.id;

  get(id: string, param?: string): Price {
    const price = this.find(id);
    if (!price) throw missing("price", id, param);
    return price;
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").replaceAll(/[-_]/g, "0").slice(0, 24);
const productId = (name: string): string => `prod_${digest(name).slice(0, 14)}`;

function toProduct(name: string): Product {
  return {
    id: productId(name),
    object: "product",
    active: true,
    created: CREATED,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: CREATED,
    url: null,
  };
}

function toPrice({ lookupKey, product, unitAmount, currency, interval }: CatalogueEntry): Price {
  return {
    id: `price_${digest(JSON.stringify([lookupKey, product, unitAmount, currency, interval]))}`,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: CREATED,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: {},
    nickname: null,
    product: productId(product),
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

/** The older form of a price, which subscription items still carry. */
export function toPlan(price: Price): Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: intervalOf(price),
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export const intervalOf = (price: Price): "month" | "year" => (price.recurring?.interval === "year" ? "year" : "month");
