"use client";

import { useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { authorization, queryClient } from "@/trpc/client";
import { type Call, send, type Told } from "./call";
import { type ApiDocument, type Entry, jsonOf, parametersOf, takesToken } from "./document";
import { useTypedToken } from "./typed-token";
import { DOCUMENT } from "./use-document";

const asText = (value: unknown): string =>
  Array.isArray(value) ? value.map(asText).join("\n") : typeof value === "string" ? value : JSON.stringify(value);
export const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

type Outcome = { told: Told } | "away" | undefined;

/** An operation's call as it is being filled in, and what it answered. */
export function useTry(document: ApiDocument, { method, path, operation }: Entry) {
  const { signedIn } = useSession();
  const typed = useTypedToken(({ token }) => token);
  const parameters = parametersOf(document, operation);
  const example = jsonOf(operation.requestBody)?.example;
  const [values, setValues] = useState(() =>
    // What may be left out starts as the service takes it: an example of a search would only hide things.
    Object.fromEntries(
      parameters.map(({ name, required, schema, example }) => [name, required ? asText(example) : asText(schema?.default ?? "")]),
    ),
  );
  const [body, setBody] = useState(() => (operation.requestBody ? asJson(example ?? {}) : undefined));
  const [malformed, setMalformed] = useState(false);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const token = takesToken(operation);
  const signed = token === "always" || (token === "maybe" && (signedIn || typed !== ""));
  const call: Call = { method, path, parameters, values, body, signed };
  const changes = operation["x-changes"] === true;

  /** @returns false where the body is no JSON, so that nothing was sent */
  const submit = async (): Promise<boolean> => {
    if (body !== undefined && !isJson(body)) {
      setMalformed(true);
      return false;
    }
    setPending(true);
    setOutcome(undefined);
    try {
      const told = await send(call, signedIn ? authorization() : typed ? { authorization: `Bearer ${typed}` } : {});
      setOutcome({ told });
      // What other pages have been told may not be so any more.
      if (changes && signedIn && told.status < 400)
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DOCUMENT });
    } catch {
      setOutcome("away");
    }
    setPending(false);
    return true;
  };

  return {
    parameters,
    call,
    token,
    changes,
    malformed,
    pending,
    outcome,
    setValue: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    setBody: (text: string) => {
      setBody(text);
      setMalformed(false);
    },
    submit,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
