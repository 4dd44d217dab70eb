"use client";

import { CameraIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FormAnswers, FormDefinition } from "@/lib/form-definitions";
import { Button } from "@/ui/button";
import { Alert, Card } from "@/ui/card";
import { FormFields } from "../../entries/components/form-fields";

const NONE = new Map<string, string>();

/** The form as somebody fills it in; nothing of what is tried out is kept. */
export function FormPreview({ definition }: { definition: FormDefinition }) {
  const t = useTranslations("trades.forms");
  const entries = useTranslations("trades.entries");
  const [answers, setAnswers] = useState<FormAnswers>({});
  return (
    <Card className="grid max-w-2xl gap-5 p-4 sm:p-6">
      <Alert tone="info">{t("previewText")}</Alert>
      <FormFields
        definition={definition}
        answers={answers}
        problems={NONE}
        onAnswer={(field, answer) => setAnswers(({ [field]: _, ...others }) => (answer === null ? others : { ...others, [field]: answer }))}
        photos={() => (
          <Button look="outline" disabled icon={<CameraIcon className="size-5" />}>
            {entries("takePhoto")}
          </Button>
        )}
      />
    </Card>
  );
}
