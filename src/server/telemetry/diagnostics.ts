import { diag } from "@opentelemetry/api";
import type { Log } from "../log";
import { outOfScope } from "./scope";

const QUIET_MS = 60_000;
const MAX_DIAGNOSTIC = 200;

/** What the SDK has to say of itself, such as a collector that is away: the same at most once a minute, because it tries all the time. */
export function hearDiagnostics(log: Log): void {
  const said = new Map<string, number>();
  const say = (level: "warn" | "debug") => (message: string) => {
    const text = (/"message":"([^"]*)"/.exec(message)?.[1] ?? message).slice(0, MAX_DIAGNOSTIC);
    const kind = text.replaceAll(/\d+/g, "#");
    if (performance.now() - (said.get(kind) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    said.set(kind, performance.now());
    outOfScope(() => log[level]({ sdk: text }, "telemetry"));
  };
  diag.setLogger({ error: say("warn"), warn: say("warn"), info: say("debug"), debug: say("debug"), verbose: () => {} });
}
