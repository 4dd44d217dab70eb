"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { EmailField } from "@/features/account/components/fields";
import { useSession } from "@/features/account/hooks/use-session";
import { Button } from "@/ui/button";
import { Notice, PageHeading } from "@/ui/card";
import { useZodForm } from "@/ui/forms";
import { useRouter } from "@/ui/use-router";
import { personInput } from "../../admin/schema";
import { DemoClock } from "./demo-clock";
import { PersonPlan } from "./person-plan";

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
        {email ? <PersonPlan email={email} named /> : null}
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
