import type postgres from "postgres";

/** Sends something by a driver, and gives its answer. */
export type Asked<T> = (sql: postgres.Sql) => PromiseLike<T>;

/** The server ends a statement after 15 s (client.ts). When even that is not heard for so long, nobody is at the other end. */
const SILENCE_MS = 20_000;

/** Idle for so long it is let go, in milliseconds. */
const IDLE_MS = 60_000;

/** Renewed after half an hour to an hour, not all at one moment: plans and caches of a server's process only grow. */
const lifetimeMs = () => (30 + Math.random() * 30) * 60_000;

/** What a server says that takes no writes. Another may have taken over from it meanwhile, to which a new connection leads. */
const READ_ONLY = "25006";

/** Whether an error says that the connection is gone, never was or is of no use: the driver's and the system's codes, and the server's own. */
function isEnd(error: unknown): boolean {
  const { code, severity, syscall } = error as { code?: unknown; severity?: unknown; syscall?: unknown };
  const isOver = severity === "FATAL" || severity === "PANIC" || code === READ_ONLY;
  return isOver || syscall !== undefined || /^CONNECT(ION)?_/.test(String(code));
}

/**
 * One connection to the server: it is opened by the first statement and is lost once and for all. Whatever waits for an answer then
 * hears so at once, whether the driver tells or not.
 */
export class PgConnection {
  /** Why it is of no use any more. */
  lost: Error | undefined;
  idleSince = 0;
  /** When it was asked what it never answered. */
  silentSince: number | undefined;
  private readonly sql: postgres.Sql;
  private readonly oldAt = performance.now() + lifetimeMs();
  private readonly hearing = new Set<(error: Error) => void>();

  constructor(makeSql: (onclose: () => void) => postgres.Sql) {
    this.sql = makeSql(() => this.lose(Object.assign(new Error("the connection to the database was lost"), { code: "CONNECTION_CLOSED" })));
  }

  get isOld(): boolean {
    return performance.now() > this.oldAt;
  }

  get isIdle(): boolean {
    return performance.now() - this.idleSince > IDLE_MS;
  }

  run<T>(ask: Asked<T>): Promise<T> {
    if (this.lost) return Promise.reject(this.lost);
    const asked = ask(this.sql);
    const sent = performance.now();
    const silent = () => {
      this.silentSince = sent;
      this.lose(Object.assign(new Error("the database does not answer"), { code: "CONNECTION_CLOSED" }));
    };
    const timer = setTimeout(silent, SILENCE_MS);
    return this.unlessLost(asked)
      .catch((error: unknown) => {
        if (isEnd(error)) this.lose(error as Error);
        throw error;
      })
      .finally(() => clearTimeout(timer));
  }

  /** A word about a transaction. */
  send = (word: string): Promise<unknown> => this.run((sql) => sql.unsafe(word));

  /** The same promise, which fails as soon as the connection is lost. */
  unlessLost<T>(promise: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.hearing.add(reject);
      const heard =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          this.hearing.delete(reject);
          settle(value);
        };
      promise.then(heard<T>(resolve), heard<Error>(reject));
      // Heard in any case: a failure that nobody hears ends the process.
      if (this.lost) reject(this.lost);
    });
  }

  lose(error: Error): void {
    if (this.lost) return;
    this.lost = error;
    for (const tell of this.hearing) tell(error);
    this.hearing.clear();
    this.close();
  }

  /** What was sent is not waited for: there is none where it matters. */
  close(): void {
    this.lost ??= Object.assign(new Error("closed"), { code: "CONNECTION_ENDED" });
    this.sql.end({ timeout: 0 }).catch(() => {});
  }
}
