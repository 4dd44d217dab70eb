"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { EmailField } from "@/features/account/components/fields";
import { useSession } from "@/features/account/hooks/use-session";
import { toApiError, trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Alert, Notice, PageHeading } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { personInput } from "../../admin/schema";
import { DemoClock } from "./demo-clock";
import { PersonView } from "./person-view";

const PAGE = "/dashboard/admin/subscriptions";

/** What administrators do about somebody's plan: look, give, take back, pay back. */
export function SubscriptionsAdmin() {
  const t = useTranslations("subscription.admin");
  const admin = useTranslations("admin");
  const { user } = useSession();
  const email = useSearchParams().get("email") ?? "";
  if (user && user.role === "candidate") return <Notice level={1} icon={<LockClosedIcon />} title={admin("noPermission")} />;
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <div className="grid gap-6">
        {/* Another address fills the form anew: the search lives in the address. */}
        <FindForm key={email} email={email} />
        {email ? <Found email={email} /> : null}
        <DemoClock />
      </div>
    </>
  );
}

function FindForm({ email }: { email: string }) {
  const t = useTranslations("subscription.admin");
  const router = useRouter();
  const form = useZodForm(personInput, { email });
  const find = form.handleSubmit((values) => router.push(`${PAGE}?email=${encodeURIComponent(values.email)}`));
  return (
    <search>
      <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={find}>
        <div className="w-full max-w-md">
          <EmailField label={t("email")} autoComplete="off" error={form.errorOf("email")} {...form.register("email")} />
        </div>
        <Button type="submit" className="sm:mt-8">
          {t("find")}
        </Button>
      </form>
    </search>
  );
}

function Found({ email }: { email: string }) {
  const t = useTranslations("subscription.admin");
  const common = useTranslations("common");
  const person = trpc.subscription.admin.person.useQuery({ email }, { retry: false });
  const code = person.isError ? toApiError(person.error).code : undefined;
  if (code === "notFound" || code === "invalidInput") return <Alert tone="warning">{t("unknown")}</Alert>;
  if (person.isError && !person.data) return <LoadFailed query={person} />;
  return person.data ? <PersonView person={person.data.data} /> : <LoadingList label={common("loading")} />;
}
