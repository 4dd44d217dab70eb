import { missing } from "./failure";
import { newId } from "./store";
import type { Customer } from "./wire";
import type { Work } from "./work";

interface Counter {
  count: number;
}

/** A customer without anything but what was given. */
export async function newCustomer(work: Work, given: Partial<Customer>): Promise<Customer> {
  const { count = 0 } = await work.store.note<Counter>("customers");
  await work.store.remember("customers", { count: count + 1 });
  return {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: work.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    // Numbers of invoices begin with it.
    invoice_prefix: `DEMO-${String(count + 1).padStart(4, "0")}`,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
  };
}

/** What is left of a deleted customer. */
const isDeleted = (customer: object): boolean => "deleted" in customer && customer.deleted === true;

/** A customer that has not been deleted. */
export async function liveCustomer(work: Work, id: string, param?: string): Promise<Customer> {
  const customer = await work.store.get("customer", id, param);
  if (isDeleted(customer)) throw missing("customer", id, param);
  return customer;
}
