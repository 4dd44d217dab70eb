"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Badge } from "@/ui/card";
import type { Column } from "@/ui/table/columns";
import { StateBadge } from "../components/state-badge";
import type { PersonRow } from "./use-people";

/** What the list says of each person; those that can be sorted by have the order's name. */
export function usePeopleColumns(): Column<PersonRow>[] {
  const t = useTranslations("admin.people");
  const plans = useTranslations("subscription.plans");
  const format = useFormat();
  return [
    { id: "name", header: t("columns.name"), fixed: true, sortable: true, cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
    {
      id: "email",
      header: t("columns.email"),
      sortable: true,
      cell: ({ email }) => (
        <bdi dir="ltr" className="break-all">
          {email}
        </bdi>
      ),
      text: ({ email }) => email,
    },
    {
      id: "username",
      header: t("columns.username"),
      hidden: true,
      cell: ({ username }) => (username ? <bdi dir="ltr">{username}</bdi> : null),
      text: ({ username }) => username,
    },
    {
      id: "state",
      header: t("columns.state"),
      cell: ({ state }) => <StateBadge state={state} />,
      text: ({ state }) => t(`states.${state}`),
    },
    {
      id: "role",
      header: t("columns.role"),
      cell: ({ role }) => (role === "candidate" ? t("roles.candidate") : <Badge tone="primary">{t(`roles.${role}`)}</Badge>),
      text: ({ role }) => t(`roles.${role}`),
    },
    { id: "plan", header: t("columns.plan"), cell: ({ plan }) => plans(plan), text: ({ plan }) => plans(plan) },
    {
      id: "language",
      header: t("columns.language"),
      hidden: true,
      cell: ({ language }) => format.language(language),
      text: ({ language }) => format.language(language),
    },
    {
      id: "registered",
      header: t("columns.registered"),
      sortable: true,
      cell: ({ registeredAt }) => format.date(registeredAt),
      text: ({ registeredAt }) => registeredAt,
    },
    { id: "seen", header: t("columns.seen"), sortable: true, cell: ({ seenAt }) => format.ago(seenAt), text: ({ seenAt }) => seenAt },
  ];
}
