import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Servers, load and measuring each run in a process of their own, so that one's work does not count as another's. */

interface Question {
  id: number;
  name: string;
  argument: unknown;
}
interface Reply {
  id: number;
  value?: unknown;
  failure?: string;
}

type Handlers = Record<string, (argument: never) => unknown>;

export interface Child {
  ask<T>(name: string, argument?: unknown): Promise<T>;
  stop(): Promise<void>;
}

const here = path.dirname(fileURLToPath(import.meta.url));
const profiling = process.argv.includes("--profile");
let started = 0;

/** Starts one of this folder's modules as a process; it answers questions as soon as it calls `answer`. */
export async function startChild(module: string): Promise<Child> {
  const profile = `${module}-${++started}.cpuprofile`;
  const child = fork(path.join(here, `${module}.mjs`), {
    execArgv: ["--enable-source-maps", ...(profiling ? ["--cpu-prof", `--cpu-prof-dir=${here}`, `--cpu-prof-name=${profile}`] : [])],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let last = 0;
  child.on("message", ({ id, value, failure }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) asked?.resolve(value as never);
    else asked?.reject(new Error(`${module}: ${failure}`));
  });
  const ended = once(child, "exit").then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`${module} ended with code ${code}`));
  });
  return {
    ask: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, argument } satisfies Question);
      }),
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** In a child: answers the parent's questions by name, and ends with the parent. */
export function answer(handlers: Handlers): void {
  process.on("message", async ({ id, name, argument }: Question) => {
    try {
      const value = await handlers[name]?.(argument as never);
      process.send?.({ id, value } satisfies Reply);
    } catch (error) {
      process.send?.({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply);
    }
  });
  process.once("disconnect", () => process.exit(0));
}
