"use client";

import { EyeIcon, EyeSlashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/ui/button";
import { TextField } from "@/ui/field";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "dir">;

/** Addresses and codes read from left to right in every language, and stand where the language begins. */
const LTR = { dir: "ltr", className: "rtl:text-end", autoCapitalize: "none", spellCheck: false } as const;

export function EmailField(props: Props) {
  return <TextField type="email" autoComplete="email" inputMode="email" {...LTR} {...props} />;
}

type Bound = Omit<Props, "label">;

/** First and last name, side by side where there is room. */
export function NameFields({ firstName, lastName }: { firstName: Bound; lastName: Bound }) {
  const t = useTranslations("auth");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label={t("firstName")} autoComplete="given-name" dir="auto" {...firstName} />
      <TextField label={t("lastName")} autoComplete="family-name" dir="auto" {...lastName} />
    </div>
  );
}

/** What somebody is called by: password managers fill it beside the password. */
export function UsernameField(props: Props) {
  return <TextField type="text" autoComplete="username" inputMode="email" {...LTR} {...props} />;
}

/** @param autoComplete which password a manager fills in or makes */
export function PasswordField({ autoComplete, ...props }: Props & { autoComplete: "current-password" | "new-password" }) {
  const t = useTranslations("auth");
  const [shown, setShown] = useState(false);
  return (
    <TextField
      type={shown ? "text" : "password"}
      autoComplete={autoComplete}
      {...LTR}
      trailing={
        <IconButton label={t(shown ? "hidePassword" : "showPassword")} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? <EyeSlashIcon /> : <EyeIcon />}
        </IconButton>
      }
      {...props}
    />
  );
}

/** A code of an authenticator app, which phones offer by themselves. Recovery codes have letters: no numbers-only keyboard. */
export function CodeField(props: Omit<Props, "label"> & { label?: string }) {
  const t = useTranslations("auth");
  return <TextField type="text" autoComplete="one-time-code" label={t("code")} help={t("codeHelp")} {...LTR} {...props} />;
}
