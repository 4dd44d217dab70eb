import { setTimeout as wait } from "node:timers/promises";
import type postgres from "postgres";
import { PgConnection } from "./connection";

/** Whether the server is still there is asked this often, in milliseconds: a connection that only listens notices nothing by itself. */
const ASK_MS = 30_000;

/** A server that was gone is tried again ever more slowly, but within this many milliseconds. */
const LONGEST_BACKOFF_MS = 1500;
const backoffMs = (failures: number) => (0.5 + Math.random() / 2) * Math.min(20 * 2 ** failures, LONGEST_BACKOFF_MS);

interface Told {
  /** What was said on the channel. */
  heard(payload: string): void;
  /** It listens, for the first time or again: what was said in between was lost. */
  opened(): void;
  /** It could not listen, and tries again. */
  failed(error: unknown): void;
}

/**
 * One connection that listens to one channel, opened anew whenever it was lost.
 *
 * Why not the driver's own `listen` (postgres.js 3.4.9): a first try that fails stays registered, so that each later one hears everything
 * once more; and a server that is silent is waited for without an end.
 */
export class PgListener {
  /** How the try ends that is under way, before the first that succeeds; that one for good. */
  private attempt: Promise<void> | undefined;
  private connection: PgConnection | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly makeSql: (onclose: () => void, onnotify: (channel: string, payload: string) => void) => postgres.Sql,
    private readonly channel: string,
    private readonly told: Told,
  ) {}

  /** Settles when it listens, or has once listened. @throws why it does not, for the first time, with what is under way */
  listening(): Promise<void> {
    if (!this.attempt) void this.keep();
    return this.attempt ?? Promise.resolve();
  }

  close(): void {
    this.closing.abort();
    this.connection?.close();
  }

  private async keep(): Promise<void> {
    let once = false;
    for (let failures = 0; !this.closing.signal.aborted; ) {
      this.connection = new PgConnection((onclose) => this.makeSql(onclose, (_channel, payload) => this.told.heard(payload)));
      const { connection } = this;
      const opened = connection
        .run((sql) => sql.unsafe(`listen "${this.channel}"`))
        .then(() => {
          once = true;
          failures = 0;
          this.told.opened();
        });
      if (!once) this.attempt = opened;
      try {
        await opened;
        for (;;) {
          await connection.unlessLost(wait(ASK_MS, undefined, { ref: false, signal: this.closing.signal }));
          await connection.run((sql) => sql.unsafe("select 1"));
        }
      } catch (error) {
        connection.close();
        if (this.closing.signal.aborted) return;
        if (!once) this.told.failed(error);
        failures += 1;
        await wait(backoffMs(failures), undefined, { ref: false });
      }
    }
  }
}
