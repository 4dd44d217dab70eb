"use client";

import { useTranslations } from "next-intl";
import { useLayoutEffect, useState } from "react";
import { Alert } from "@/ui/card";
import { returningFrom, takeReturn } from "../hooks/third-party";
import { loginProblem } from "../rules";
import { Login } from "./login-form";
import { OtherWaysIn } from "./third-party-buttons";
import { ThirdPartyReturn } from "./third-party-return";

/** The login page: by password, passkey or third party; or what follows when a third party has led back here. */
export function LoginPage() {
  const t = useTranslations("auth");
  const [query, setQuery] = useState("");
  // Before the links on the page read from the address where the login is to lead.
  useLayoutEffect(() => {
    setQuery(window.location.search);
    const query = new URLSearchParams(window.location.search);
    // A third party that leads back knows nothing of the place on a page to which the login was to lead, and with an error not of the page.
    const isBack = returningFrom(window.location.search) !== null || (query.has("error") && !query.has("returnTo"));
    const [returnTo, place = ""] = (isBack ? takeReturn() : null)?.split(/(?=#)/) ?? [];
    if (returnTo) {
      query.set("returnTo", returnTo);
      // At once: whoever tries again in this moment is led there, too.
      window.history.replaceState(null, "", `/auth/login?${query}${place}`);
    }
  }, []);
  const [declined, setDeclined] = useState(false);
  const provider = returningFrom(query);
  const problem = loginProblem(new URLSearchParams(query).get("error"));
  if (provider && !problem && !declined) return <ThirdPartyReturn provider={provider} onCancel={() => setDeclined(true)} />;
  return (
    <Login
      title={t("login.title")}
      lead={t("login.lead")}
      notice={
        problem && !declined ? <Alert tone={problem === "sessionRequired" ? "info" : "warning"}>{t(`problems.${problem}`)}</Alert> : null
      }
      other={<OtherWaysIn passkey />}
    />
  );
}
