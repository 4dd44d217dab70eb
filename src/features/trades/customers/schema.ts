import { z } from "zod";
import { id, maybeMailAddress, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { CUSTOMER, MOST_CONTACTS, MOST_SITES } from "./rules";

export const customersInput = workspaceInput.extend({ search: z.string().trim().max(100).optional(), ...pageInput.shape });
export type CustomersInput = z.infer<typeof customersInput>;

export const customerOfInput = workspaceInput.extend({ uid: id });

const contact = z.strictObject({
  uid: id.optional(),
  name: nameField(CUSTOMER.name).pipe(z.string().min(1)),
  role: nameField(CUSTOMER.role).default(""),
  email: maybeMailAddress.default(""),
  phone: nameField(CUSTOMER.phone).default(""),
});

const site = z.strictObject({
  uid: id.optional(),
  name: nameField(CUSTOMER.name).pipe(z.string().min(1)),
  address: textField(CUSTOMER.address).default(""),
  access: textField(CUSTOMER.access).default(""),
});

/** What is known of a customer, without what they are asked for: files hold this much. */
export const customerDetails = z.strictObject({
  name: nameField(CUSTOMER.name).pipe(z.string().min(1)),
  notes: textField(CUSTOMER.notes).default(""),
  contacts: z.array(contact).max(MOST_CONTACTS).default([]),
  sites: z.array(site).max(MOST_SITES).default([]),
});
export type CustomerDetails = z.infer<typeof customerDetails>;

export const customerFields = customerDetails.extend({
  /** Whose prices they are asked for; null: the usual ones. */
  priceListUid: id.nullable().default(null),
});
export type CustomerFields = z.infer<typeof customerFields>;

/** With the uid of a customer, and the version that was seen, it takes the place of what stands there. */
export const customerSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...customerFields.shape }),
);
export type CustomerSaveInput = z.infer<typeof customerSaveInput>;

export const customerDeleteInput = customerOfInput.extend({ version: rowVersion });
export type CustomerDeleteInput = z.infer<typeof customerDeleteInput>;

/** Two customers that are one: the other's contacts, sites and notes come to the first. */
export const customerMergeInput = customerDeleteInput.extend({ otherUid: id, otherVersion: rowVersion });
export type CustomerMergeInput = z.infer<typeof customerMergeInput>;
