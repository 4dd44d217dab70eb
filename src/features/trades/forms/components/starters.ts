"use client";

import { useTranslations } from "next-intl";
import type { FormStarter } from "@/lib/enums/trades-forms";
import type { FormCondition, FormField } from "@/lib/form-definitions";
import type { FormFields } from "../schema";

/**
 * What a stone shop can begin a form from, in the language of whoever begins it: from then on its words are the shop's own.
 */
export function useStarters(): (starter: FormStarter) => FormFields {
  const t = useTranslations("trades.forms.starters");
  const newId = () => crypto.randomUUID();
  const chosen = (field: FormField, at: number): FormField["when"] => {
    const option = field.kind === "choice" ? field.options[at] : undefined;
    const conditions: FormCondition[] = option ? [{ test: "chosen", field: field.id, option: option.id }] : [];
    return conditions.length > 0 ? { join: "all", conditions } : null;
  };
  const asked = (label: string, when: FormField["when"] = null, required = true) => ({ id: newId(), label, help: "", required, when });
  const heading = (label: string): FormField => ({ kind: "heading", id: newId(), label, when: null });
  const choice = (label: string, options: string[], several = false): FormField => ({
    kind: "choice",
    ...asked(label),
    several,
    options: options.map((word) => ({ id: newId(), label: word })),
  });
  const yesNo = (label: string) => choice(label, [t("yes"), t("no")]);
  const mm = (label: string, max = 10_000): FormField => ({ kind: "number", ...asked(label), unit: "mm", min: 0, max });
  const text = (label: string, when: FormField["when"] = null, required = true): FormField => ({
    kind: "text",
    ...asked(label, when, required),
    long: true,
  });
  const photos = (label: string, when: FormField["when"] = null, most = 8): FormField => ({ kind: "photo", ...asked(label, when), most });
  const signature = (label: string): FormField => ({ kind: "signature", ...asked(label) });

  const siteMeasure = (): FormField[] => {
    const cabinets = yesNo(t("cabinetsReady"));
    return [
      heading(t("access")),
      choice(t("wayIn"), [t("groundFloor"), t("stairs"), t("lift")]),
      mm(t("narrowest")),
      heading(t("room")),
      cabinets,
      text(t("whatIsMissing"), chosen(cabinets, 1)),
      mm(t("longest")),
      mm(t("depth"), 3000),
      choice(t("cutOuts"), [t("sink"), t("hob"), t("tap"), t("sockets")], true),
      photos(t("photosOfRoom")),
      text(t("remarks"), null, false),
    ];
  };
  const templateCheck = (): FormField[] => {
    const fits = yesNo(t("templateFits"));
    return [
      fits,
      text(t("whatToChange"), chosen(fits, 1)),
      photos(t("photosOfGap"), chosen(fits, 1), 4),
      mm(t("overhang"), 500),
      choice(t("edge"), [t("edgeSquare"), t("edgeRound"), t("edgeBevel")]),
      yesNo(t("jointsAgreed")),
      signature(t("customerSigns")),
    ];
  };
  const handover = (): FormField[] => {
    const damage = yesNo(t("anyDamage"));
    return [
      choice(t("checked"), [t("level"), t("jointsClosed"), t("sealed"), t("clean")], true),
      damage,
      text(t("whichDamage"), chosen(damage, 0)),
      photos(t("photosOfDamage"), chosen(damage, 0), 6),
      photos(t("photosOfWork")),
      { kind: "note", id: newId(), label: t("careNote"), when: null },
      signature(t("customerSigns")),
      signature(t("installerSigns")),
    ];
  };
  const made = { siteMeasure, templateCheck, handover };
  return (starter) => ({ name: t(`names.${starter}`), fields: made[starter]() });
}
