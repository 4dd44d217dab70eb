import type postgres from "postgres";
import { type Asked, PgConnection } from "./connection";

export interface PoolLimits {
  /** Lines to the server at most. */
  max: number;
  /** Who asks for a connection waits this long at most for a free one, in milliseconds. */
  patienceMs: number;
}

interface Waiter {
  take(connection: PgConnection): void;
  refuse(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

/** How often connections that nobody used for a while are looked for, in milliseconds. */
const TIDY_MS = 15_000;

/** Somebody else has every connection, or the pool has been closed: nothing was sent. */
const refusal = (code: "POOL_BUSY" | "CONNECTION_ENDED", text: string): Error => Object.assign(new Error(text), { code });

/**
 * Lines to the server, each for one statement or one transaction at a time; who finds none free waits in turn, and not for ever.
 *
 * Why not the driver's own pool (postgres.js 3.4.9): it lets statements wait without an end, and behind another one that waits for a
 * lock; a transaction whose connection was lost is rolled back on a socket that is gone, which ends the whole process, or goes on
 * with whatever the connection does next; and a connection that was lost while something was to be written never comes back.
 * (github.com/porsager/postgres: issues 1154, 1186, 1208, 1216; pull requests 1209, 1215.) A connection here is a driver of its own with one
 * connection, and ends with it.
 */
export class Pool {
  private readonly open = new Set<PgConnection>();
  private readonly idle: PgConnection[] = [];
  private readonly waiting: Waiter[] = [];
  private readonly tidying: ReturnType<typeof setInterval>;
  private closing: (() => void) | undefined;

  constructor(
    private readonly limits: PoolLimits,
    private readonly makeSql: (onclose: () => void) => postgres.Sql,
  ) {
    this.tidying = setInterval(() => this.tidy(), TIDY_MS).unref();
  }

  /** One statement. @throws what the server answers; POOL_BUSY; the driver's CONNECTION_… and the system's own codes */
  async run<T>(ask: Asked<T>): Promise<T> {
    const connection = await this.take();
    try {
      return await connection.run(ask);
    } finally {
      this.give(connection);
    }
  }

  /**
   * A transaction: committed when the work is done, rolled back when it fails, and over at once when the connection is lost. What is
   * left of the work can then send nothing any more.
   */
  async begin<T>(work: (connection: Scope) => Promise<T>, opened: () => void): Promise<T> {
    const connection = await this.take();
    const scope = new Scope(connection);
    try {
      await connection.send("begin");
      opened();
      const value = await connection.unlessLost(scope.settle(work));
      const { command } = (await connection.send("commit")) as { command?: string };
      // A transaction in which something failed that nobody heard of is rolled back without an error.
      if (command !== "COMMIT") throw Object.assign(new Error("the transaction had failed before it was to be kept"), { code: "25P02" });
      return value;
    } catch (error) {
      // A connection that cannot even take this back is of no use to anybody.
      if (!connection.lost) await connection.send("rollback").catch((cause: Error) => connection.lose(cause));
      throw error;
    } finally {
      scope.over = true;
      this.give(connection);
    }
  }

  /** Lets what runs end within this time, in milliseconds, and then ends it. Whoever waits is refused at once. */
  async close(ms: number): Promise<void> {
    clearInterval(this.tidying);
    for (const connection of this.idle.splice(0)) this.drop(connection);
    const ended = new Promise<void>((resolve) => {
      this.closing = resolve;
    });
    for (const waiter of this.waiting.splice(0)) this.turnAway(waiter);
    if (this.open.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([ended, late]);
    clearTimeout(timer);
    for (const connection of this.open) connection.lose(refusal("CONNECTION_ENDED", "the pool is closed"));
  }

  private take(): PgConnection | Promise<PgConnection> {
    if (this.closing) throw refusal("CONNECTION_ENDED", "the pool is closed");
    // The one that was used last: its caches are warm, and the others may rest and go.
    for (let connection = this.idle.pop(); connection; connection = this.idle.pop()) {
      if (!connection.lost) return connection;
      this.drop(connection);
    }
    if (this.open.size < this.limits.max) return this.connect();
    return new Promise((take, refuse) => {
      const waiter: Waiter = {
        take,
        refuse,
        timer: setTimeout(() => {
          this.waiting.splice(this.waiting.indexOf(waiter), 1);
          refuse(refusal("POOL_BUSY", `no connection was free within ${this.limits.patienceMs} ms`));
        }, this.limits.patienceMs),
      };
      this.waiting.push(waiter);
    });
  }

  private connect(): PgConnection {
    const connection = new PgConnection(this.makeSql);
    this.open.add(connection);
    return connection;
  }

  private give(connection: PgConnection): void {
    const worn = connection.lost !== undefined || connection.isOld || this.closing !== undefined;
    if (worn) this.drop(connection);
    if (connection.silentSince !== undefined) this.distrust(connection.silentSince);
    const next = this.closing ? undefined : this.waiting.shift();
    if (next) {
      clearTimeout(next.timer);
      next.take(worn ? this.connect() : connection);
    } else if (!worn) {
      connection.idleSince = performance.now();
      this.idle.push(connection);
    }
    if (this.open.size === 0) this.closing?.();
  }

  private turnAway(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    waiter.refuse(refusal("CONNECTION_ENDED", "the pool is closed"));
  }

  private drop(connection: PgConnection): void {
    this.open.delete(connection);
    connection.close();
  }

  /** Lines that nobody has heard of since then may lead nowhere, as the one that fell silent: who comes next would find that out one by one. */
  private distrust(since: number): void {
    const heard = this.idle.filter((connection) => connection.idleSince > since);
    for (const connection of this.idle) if (!heard.includes(connection)) this.drop(connection);
    this.idle.splice(0, this.idle.length, ...heard);
  }

  private tidy(): void {
    const kept = this.idle.filter((connection) => !connection.lost && !connection.isOld && !connection.isIdle);
    for (const connection of this.idle) if (!kept.includes(connection)) this.drop(connection);
    this.idle.splice(0, this.idle.length, ...kept);
  }
}

/** What may be sent within a transaction, or within a part of it that can be taken back by itself. */
export class Scope {
  over = false;
  private failed: { error: unknown } | undefined;

  constructor(
    private readonly connection: PgConnection,
    private readonly outer?: Scope,
    private readonly depth = { count: 0 },
  ) {}

  async run<T>(ask: Asked<T>): Promise<T> {
    this.refuseLate();
    try {
      return await this.connection.run(ask);
    } catch (error) {
      this.failed ??= { error };
      throw error;
    }
  }

  /** A part of the transaction that is taken back when it fails, and only then. */
  async part<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    this.refuseLate();
    const name = `s${this.depth.count++}`;
    const scope = new Scope(this.connection, this, this.depth);
    await this.connection.send(`savepoint ${name}`);
    try {
      return await scope.settle(work);
    } catch (error) {
      if (!this.connection.lost) await this.connection.send(`rollback to ${name}`);
      throw error;
    } finally {
      scope.over = true;
    }
  }

  /** Does the work. A statement of it that failed fails the whole, also when the work went on: the server would commit nothing. */
  async settle<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    try {
      const value = await work(this);
      if (this.failed) throw this.failed.error;
      return value;
    } catch (error) {
      // "The transaction is aborted" says less than why it is.
      if (this.failed && (error as { code?: unknown }).code === "25P02") throw this.failed.error;
      throw error;
    }
  }

  /** The connection may be somebody else's by now. */
  private refuseLate(): void {
    for (let scope: Scope | undefined = this; scope; scope = scope.outer)
      if (scope.over) throw this.connection.lost ?? new Error("the transaction is over");
  }
}
