"use client";

import { XMarkIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { Area } from "@/lib/enums/service";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { usePages } from "@/trpc/use-pages";
import { Button, IconButton } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { LoadingList } from "@/ui/spinner";
import { notify, offerUndo } from "@/ui/toast";
import { type GrantInput, grantInput } from "../schema";

type Person = RouterOutputs["admin"]["areas"]["grants"]["data"][number];

/** The accounts that were given an area which is not for everybody. */
export function AreaPeople({ area }: { area: Area }) {
  const t = useTranslations("admin.areas");
  const query = usePages(trpc.admin.areas.grants, { area }, api.admin.areas.grants.query);
  const people = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Section title={t("title", { area: t(`names.${area}`) })} lead={t("lead")}>
      <div tabIndex={-1} className="grid gap-5">
        <GiveForm area={area} />
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {people?.length === 0 ? <p className="text-ink-soft">{t("nobody")}</p> : null}
        {people && people.length > 0 ? (
          <ul className="divide-y divide-line">
            {people.map((person) => (
              <Given key={person.userId} area={area} person={person} />
            ))}
          </ul>
        ) : null}
        {query.hasNextPage ? (
          <Button look="outline" className="justify-self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("more")}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}

function GiveForm({ area }: { area: Area }) {
  const t = useTranslations("admin.areas");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<GrantInput>(grantInput, { area, email: "" }, { stays: true });
  const submit = form.handleSubmit(async (values) => {
    try {
      await api.admin.areas.grant.mutate(values);
      form.settle({ area, email: "" });
      notify("success", t("given"));
      await utils.admin.areas.invalidate();
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal.code === "notFound" ? { ...refusal, message: t("noAccount") } : refusal, common("offline"));
    }
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            type="email"
            dir="ltr"
            label={t("email")}
            autoComplete="off"
            error={form.errorOf("email")}
            {...form.register("email")}
          />
        </div>
        <Button type="submit" className="h-12" busy={form.formState.isSubmitting}>
          {t("give")}
        </Button>
      </div>
    </form>
  );
}

function Given({ area, person: { userId, name, email, grantedAt } }: { area: Area; person: Person }) {
  const t = useTranslations("admin.areas");
  const settings = useTranslations("admin.settings");
  const format = useFormat();
  const utils = trpc.useUtils();
  const renew = () => utils.admin.areas.invalidate();
  const fail = useErrorToast();
  const giveBack = async () => {
    try {
      await api.admin.areas.grant.mutate({ area, email });
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      await renew();
    }
  };
  const revoke = trpc.admin.areas.revoke.useMutation({
    onSuccess: () => offerUndo(t("taken", { name }), settings("undo"), giveBack),
    onError: fail,
    onSettled: renew,
  });
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span dir="ltr" className="min-w-0 wrap-anywhere rtl:text-end">
            {email}
          </span>
          <span>{t("since", { date: format.date(grantedAt) })}</span>
        </p>
      </div>
      {/* Two may have the same name; whoever hears the button alone knows whose it is. */}
      <IconButton
        ref={passFocusAlong}
        label={t("take", { name: `${name} (${email})` })}
        busy={revoke.isPending}
        onClick={() => revoke.mutate({ area, userId })}
      >
        <XMarkIcon />
      </IconButton>
    </li>
  );
}
