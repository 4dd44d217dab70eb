"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useController, useFieldArray } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import { api, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { seenVersion, useSeenForm } from "@/trpc/use-seen";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import type { Workspace } from "../../components/workspace-frame";
import { CUSTOMER, MOST_CONTACTS, MOST_SITES } from "../rules";
import { type CustomerFields, customerFields } from "../schema";
import type { Customer } from "./customer-page";

const toForm = (customer: Customer | null): CustomerFields => ({
  name: customer?.name ?? "",
  notes: customer?.notes ?? "",
  priceListUid: customer?.priceListUid ?? null,
  contacts: customer?.contacts ?? [],
  sites: customer?.sites ?? [],
});

const NO_CONTACT = { name: "", role: "", email: "", phone: "" };
const NO_SITE = { name: "", address: "", access: "" };

interface CustomerFormProps {
  workspace: Workspace;
  customer: Customer | null;
  onSaved: (customer: Customer) => void;
  onCancel?: () => void;
}

/** A customer with contacts and sites, as one form. */
export function CustomerForm({ workspace, customer, onSaved, onCancel }: CustomerFormProps) {
  const t = useTranslations("trades.customers");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<CustomerFields>(customerFields, toForm(customer), { stays: true });
  const { register, errorOf, control, formState } = form;
  // The database's ids, of which the form's own must not take the place.
  const contacts = useFieldArray({ control, name: "contacts", keyName: "key" });
  const sites = useFieldArray({ control, name: "sites", keyName: "key" });
  const prices = useController({ control, name: "priceListUid" }).field;
  const show = (data: Customer) => utils.trades.customers.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
  const { submit, overtaken, discard } = useSeenForm(form, {
    row: customer,
    toForm: toForm,
    draft: (seen) => (seen ? `trades.customer.${seen.uid}.${seen.version}` : `trades.customer.new.${workspace.uid}`),
    save: (values, seen) => api.trades.customers.save.mutate({ ...values, ...seenVersion(seen), workspaceId: workspace.uid }),
    onSaved: (data, whole) => {
      show(data);
      if (!customer || whole) onSaved(data);
      return utils.trades.customers.list.invalidate();
    },
    onOvertaken: show,
  });

  const cancel = () => {
    discard();
    onCancel?.();
  };

  return (
    <form noValidate className="grid max-w-3xl gap-6" onSubmit={submit}>
      <Section title={t("customer")}>
        <div className="grid gap-5">
          <TextField
            label={t("name")}
            help={t("nameHelp")}
            dir="auto"
            autoComplete="off"
            maxLength={CUSTOMER.name}
            error={errorOf("name")}
            {...register("name")}
          />
          <TextArea label={t("notes")} help={t("notesHelp")} maxLength={CUSTOMER.notes} error={errorOf("notes")} {...register("notes")} />
          <PriceListField workspace={workspace} value={prices.value} error={errorOf("priceListUid")} onChange={prices.onChange} />
        </div>
      </Section>
      <Section title={t("contacts")}>
        <Parts
          count={contacts.fields.length}
          add={contacts.fields.length < MOST_CONTACTS ? t("addContact") : null}
          onAdd={() => contacts.append(NO_CONTACT)}
        >
          {contacts.fields.map(({ key }, at) => (
            <Part key={key} at={at} title="contact" remove="removeContact" onRemove={() => contacts.remove(at)}>
              <TextField
                label={t("name")}
                dir="auto"
                autoComplete="off"
                maxLength={CUSTOMER.name}
                error={errorOf(`contacts.${at}.name`)}
                {...register(`contacts.${at}.name`)}
              />
              <TextField
                label={t("role")}
                dir="auto"
                autoComplete="off"
                maxLength={CUSTOMER.role}
                error={errorOf(`contacts.${at}.role`)}
                {...register(`contacts.${at}.role`)}
              />
              <TextField
                type="tel"
                dir="ltr"
                label={t("phone")}
                autoComplete="off"
                maxLength={CUSTOMER.phone}
                error={errorOf(`contacts.${at}.phone`)}
                {...register(`contacts.${at}.phone`)}
              />
              <TextField
                type="email"
                dir="ltr"
                label={t("email")}
                autoComplete="off"
                error={errorOf(`contacts.${at}.email`)}
                {...register(`contacts.${at}.email`)}
              />
            </Part>
          ))}
        </Parts>
      </Section>
      <Section title={t("siteList")}>
        <Parts count={sites.fields.length} add={sites.fields.length < MOST_SITES ? t("addSite") : null} onAdd={() => sites.append(NO_SITE)}>
          {sites.fields.map(({ key }, at) => (
            <Part key={key} at={at} title="site" remove="removeSite" onRemove={() => sites.remove(at)}>
              <TextField
                label={t("siteName")}
                dir="auto"
                autoComplete="off"
                maxLength={CUSTOMER.name}
                error={errorOf(`sites.${at}.name`)}
                {...register(`sites.${at}.name`)}
              />
              <TextArea
                rows={3}
                label={t("address")}
                maxLength={CUSTOMER.address}
                error={errorOf(`sites.${at}.address`)}
                {...register(`sites.${at}.address`)}
              />
              <div className="sm:col-span-2">
                <TextArea
                  rows={2}
                  label={t("access")}
                  help={t("accessHelp")}
                  maxLength={CUSTOMER.access}
                  error={errorOf(`sites.${at}.access`)}
                  {...register(`sites.${at}.access`)}
                />
              </div>
            </Part>
          ))}
        </Parts>
      </Section>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      {overtaken ? <Alert tone="warning">{t("conflict")}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </Button>
        {onCancel ? (
          <Button look="outline" onClick={cancel}>
            {common("discard")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

interface PriceListFieldProps {
  workspace: Workspace;
  value: string | null;
  error: string | undefined;
  onChange: (uid: string | null) => void;
}

/** Whose prices they are asked for: a question only where there is more than one answer. */
function PriceListField({ workspace, value, error, onChange }: PriceListFieldProps) {
  const t = useTranslations("trades.customers");
  const query = trpc.trades.prices.lists.useQuery({ workspaceId: workspace.uid });
  const lists = (query.data?.data.lists ?? []).filter(({ uid, retired }) => !retired || uid === value);
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (lists.length < 2 && !error) return null;
  return (
    <SelectField
      label={t("priceList")}
      help={t("priceListHelp")}
      error={error}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{t("usualPrices")}</option>
      {lists.map(({ uid, name }) => (
        <option key={uid} value={uid}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Parts({ count, add, onAdd, children }: { count: number; add: string | null; onAdd: () => void; children: ReactNode }) {
  return (
    <div tabIndex={-1} className="grid gap-5">
      {count > 0 ? <div className="grid gap-6">{children}</div> : null}
      {add ? (
        <Button look="outline" className="justify-self-start" icon={<PlusIcon className="size-5" />} onClick={onAdd}>
          {add}
        </Button>
      ) : null}
    </div>
  );
}

interface PartProps {
  at: number;
  title: "contact" | "site";
  remove: "removeContact" | "removeSite";
  onRemove: () => void;
  children: ReactNode;
}

function Part({ at, title, remove, onRemove, children }: PartProps) {
  const t = useTranslations("trades.customers");
  const format = useFormat();
  const number = format.number(at + 1);
  return (
    <fieldset className="border-t border-line pt-4 first:border-0 first:pt-0">
      <legend className="sr-only">{t(title, { number })}</legend>
      <div className="mb-3 flex items-center justify-between gap-3">
        <p aria-hidden="true" className="font-semibold">
          {t(title, { number })}
        </p>
        <IconButton ref={passFocusAlong} label={t(remove, { number })} onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
