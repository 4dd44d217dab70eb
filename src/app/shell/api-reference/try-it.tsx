"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { fullName } from "@/lib/names";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { SelectField, TextArea, TextField } from "@/ui/field";
import { curlOf } from "./call";
import { CodeBlock } from "./code-block";
import { type ApiDocument, type Entry, isList, jsonOf, type Parameter, requiredOnly, type takesToken } from "./document";
import { typeName } from "./fields";
import { ResponseView } from "./response-view";
import { keepToken, useTypedToken } from "./typed-token";
import { asJson, useTry } from "./use-try";

/** An operation to be called from here: really, by whoever is signed in. */
export function TryIt({ document, entry }: { document: ApiDocument; entry: Entry }) {
  const t = useTranslations("developers.try");
  const common = useTranslations("common");
  const { signedIn } = useSession();
  const { parameters, call, token, changes, malformed, pending, outcome, setValue, setBody, submit } = useTry(document, entry);
  const box = useRef<HTMLFormElement>(null);
  const id = `try-${entry.operation.operationId}`;
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4 border-t border-line pt-4">
      <h3 id={id} className="text-base font-semibold">
        {t("title")}
      </h3>
      {changes ? <Alert tone="warning">{t(token === "never" ? "really" : "reallyYours")}</Alert> : null}
      <form
        ref={box}
        noValidate
        className="grid min-w-0 gap-4"
        onSubmit={async (event) => {
          event.preventDefault();
          if (!(await submit())) box.current?.querySelector("textarea")?.focus();
        }}
      >
        <Caller token={token} signedIn={signedIn} />
        {parameters.length > 0 ? (
          <div className="grid gap-4 sm:grid-cols-2">
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={call.values[parameter.name] ?? ""}
                onChange={(value) => setValue(parameter.name, value)}
              />
            ))}
          </div>
        ) : null}
        {call.body === undefined ? null : (
          <BodyField entry={entry} body={call.body} error={malformed ? t("malformed") : undefined} onChange={setBody} />
        )}
        <div className="grid min-w-0 gap-1.5">
          <h4 className="text-[0.95rem] font-semibold">{t("command")}</h4>
          <CodeBlock label={t("command")} text={curlOf(call, document.servers[0]?.url ?? window.location.origin)} />
        </div>
        <div>
          <Button type="submit" busy={pending}>
            {t("send")}
          </Button>
        </div>
      </form>
      {outcome === "away" ? <Alert tone="danger">{common("offline")}</Alert> : null}
      {typeof outcome === "object" ? <ResponseView told={outcome.told} takesToken={!signedIn} /> : null}
    </section>
  );
}

/** As whom the call is made. */
function Caller({ token, signedIn }: { token: ReturnType<typeof takesToken>; signedIn: boolean }) {
  const t = useTranslations("developers.try");
  const developers = useTranslations("developers");
  const { user } = useSession();
  const kept = useTypedToken(({ token }) => token !== "");
  const [typing, setTyping] = useState(false);
  if (token === "never") return <p className="text-ink-soft">{t("asNobody")}</p>;
  if (signedIn) return <p className="text-ink-soft">{user ? t("asYou", { name: fullName(user) }) : t("asSession")}</p>;
  if (kept && !typing)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-ink-soft">{t("tokenKept")}</p>
        <Button look="outline" size="sm" onClick={() => keepToken("")}>
          {t("forget")}
        </Button>
      </div>
    );
  return (
    <TextField
      label={token === "maybe" ? `${t("token")} (${developers("optional")})` : t("token")}
      help={t("tokenHelp")}
      type="password"
      autoComplete="off"
      dir="ltr"
      // Not given a value: React would write it into the document.
      onChange={({ target }) => {
        setTyping(true);
        keepToken(target.value);
      }}
    />
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

function ParameterField({ parameter: { name, required, schema = {} }, value, onChange }: ParameterFieldProps) {
  const t = useTranslations("developers");
  const choices = schema.type === "boolean" ? ["true", "false"] : schema.enum?.map(String);
  const label = required ? name : `${name} (${t("optional")})`;
  const type = (
    <span dir="ltr" lang="en">
      {typeName(schema)}
    </span>
  );
  if (choices)
    return (
      <SelectField label={label} dir="ltr" value={value} onChange={({ target }) => onChange(target.value)}>
        {required ? null : <option value="">–</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectField>
    );
  const typed = { label, dir: "ltr", autoComplete: "off", spellCheck: false, value } as const;
  if (isList({ schema }))
    return (
      <TextArea
        {...typed}
        help={
          <>
            {t("try.lines")} {type}
          </>
        }
        rows={3}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return <TextField {...typed} help={type} onChange={({ target }) => onChange(target.value)} />;
}

interface BodyFieldProps {
  entry: Entry;
  body: string;
  error: string | undefined;
  onChange: (body: string) => void;
}

/** The body as JSON, with a way to the least that is needed and back to the whole example. */
function BodyField({ entry, body, error, onChange }: BodyFieldProps) {
  const t = useTranslations("developers.try");
  const { schema, example } = jsonOf(entry.operation.requestBody) ?? {};
  const whole = asJson(example ?? {});
  const least = asJson(requiredOnly(schema, example ?? {}));
  return (
    <div className="grid gap-2">
      <TextArea
        label={t("body")}
        error={error}
        dir="ltr"
        lang="en"
        rows={Math.min(18, body.split("\n").length + 1)}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-[0.8125rem] leading-relaxed"
        value={body}
        onChange={({ target }) => onChange(target.value)}
      />
      {whole === least ? null : (
        <div className="flex flex-wrap gap-2">
          <Button look="ghost" size="sm" onClick={() => onChange(least)}>
            {t("least")}
          </Button>
          <Button look="ghost" size="sm" onClick={() => onChange(whole)}>
            {t("whole")}
          </Button>
        </div>
      )}
    </div>
  );
}
