import type postgres from "postgres";
import { type Asked, Line } from "./line";

export interface PoolLimits {
  /** Lines to the server at most. */
  max: number;
  /** Who asks for a line waits this long at most for a free one, in milliseconds. */
  patienceMs: number;
}

interface Waiter {
  take(line: Line): void;
  refuse(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

/** How often lines that nobody used for a while are looked for, in milliseconds. */
const TIDY_MS = 15_000;

/** Somebody else has every line, or the pool has been closed: nothing was sent. */
const refusal = (code: "POOL_BUSY" | "CONNECTION_ENDED", text: string): Error => Object.assign(new Error(text), { code });

/**
 * Lines to the server, each for one statement or one transaction at a time; who finds none free waits in turn, and not for ever.
 *
 * Why not the driver's own pool (postgres.js 3.4.9): it lets statements wait without an end, and behind another one that waits for a
 * lock; a transaction whose connection was lost is rolled back on a socket that is gone, which ends the whole process, or goes on
 * with whatever the connection does next; and a connection that was lost while something was to be written never comes back.
 * (github.com/porsager/postgres: issues 1154, 1186, 1208, 1216; pull requests 1209, 1215.) A line here is a driver of its own with one
 * connection, and ends with it.
 */
export class Pool {
  private readonly open = new Set<Line>();
  private readonly idle: Line[] = [];
  private readonly waiting: Waiter[] = [];
  private readonly tidying: ReturnType<typeof setInterval>;
  private closing: (() => void) | undefined;

  constructor(
    private readonly limits: PoolLimits,
    private readonly dial: (onclose: () => void) => postgres.Sql,
  ) {
    this.tidying = setInterval(() => this.tidy(), TIDY_MS).unref();
  }

  /** One statement. @throws what the server answers; POOL_BUSY; the driver's CONNECTION_… and the system's own codes */
  async run<T>(ask: Asked<T>): Promise<T> {
    const line = await this.take();
    try {
      return await line.run(ask);
    } finally {
      this.give(line);
    }
  }

  /**
   * A transaction: committed when the work is done, rolled back when it fails, and over at once when the connection is lost. What is
   * left of the work can then send nothing any more.
   */
  async begin<T>(work: (line: Scope) => Promise<T>, opened: () => void): Promise<T> {
    const line = await this.take();
    const scope = new Scope(line);
    try {
      await line.say("begin");
      opened();
      const value = await line.unlessLost(scope.settle(work));
      const { command } = (await line.say("commit")) as { command?: string };
      // A transaction in which something failed that nobody heard of is rolled back without an error.
      if (command !== "COMMIT") throw Object.assign(new Error("the transaction had failed before it was to be kept"), { code: "25P02" });
      return value;
    } catch (error) {
      // A connection that cannot even take this back is of no use to anybody.
      if (!line.lost) await line.say("rollback").catch((cause: Error) => line.lose(cause));
      throw error;
    } finally {
      scope.over = true;
      this.give(line);
    }
  }

  /** Lets what runs end within this time, in milliseconds, and then ends it. Whoever waits is refused at once. */
  async close(ms: number): Promise<void> {
    clearInterval(this.tidying);
    for (const line of this.idle.splice(0)) this.drop(line);
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
    for (const line of this.open) line.lose(refusal("CONNECTION_ENDED", "the pool is closed"));
  }

  private take(): Line | Promise<Line> {
    if (this.closing) throw refusal("CONNECTION_ENDED", "the pool is closed");
    // The one that was used last: its caches are warm, and the others may rest and go.
    for (let line = this.idle.pop(); line; line = this.idle.pop()) {
      if (!line.lost) return line;
      this.drop(line);
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

  private connect(): Line {
    const line = new Line(this.dial);
    this.open.add(line);
    return line;
  }

  private give(line: Line): void {
    const worn = line.lost !== undefined || line.isOld || this.closing !== undefined;
    if (worn) this.drop(line);
    if (line.silentSince !== undefined) this.distrust(line.silentSince);
    const next = this.closing ? undefined : this.waiting.shift();
    if (next) {
      clearTimeout(next.timer);
      next.take(worn ? this.connect() : line);
    } else if (!worn) {
      line.idleSince = performance.now();
      this.idle.push(line);
    }
    if (this.open.size === 0) this.closing?.();
  }

  private turnAway(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    waiter.refuse(refusal("CONNECTION_ENDED", "the pool is closed"));
  }

  private drop(line: Line): void {
    this.open.delete(line);
    line.hangUp();
  }

  /** Lines that nobody has heard of since then may lead nowhere, as the one that fell silent: who comes next would find that out one by one. */
  private distrust(since: number): void {
    const heard = this.idle.filter((line) => line.idleSince > since);
    for (const line of this.idle) if (!heard.includes(line)) this.drop(line);
    this.idle.splice(0, this.idle.length, ...heard);
  }

  private tidy(): void {
    const kept = this.idle.filter((line) => !line.lost && !line.isOld && !line.isIdle);
    for (const line of this.idle) if (!kept.includes(line)) this.drop(line);
    this.idle.splice(0, this.idle.length, ...kept);
  }
}

/** What may be sent within a transaction, or within a part of it that can be taken back by itself. */
export class Scope {
  over = false;
  private failed: { error: unknown } | undefined;

  constructor(
    private readonly line: Line,
    private readonly outer?: Scope,
    private readonly depth = { count: 0 },
  ) {}

  async run<T>(ask: Asked<T>): Promise<T> {
    this.refuseLate();
    try {
      return await this.line.run(ask);
    } catch (error) {
      this.failed ??= { error };
      throw error;
    }
  }

  /** A part of the transaction that is taken back when it fails, and only then. */
  async part<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    this.refuseLate();
    const name = `s${this.depth.count++}`;
    const scope = new Scope(this.line, this, this.depth);
    await this.line.say(`savepoint ${name}`);
    try {
      return await scope.settle(work);
    } catch (error) {
      if (!this.line.lost) await this.line.say(`rollback to ${name}`);
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

  /** The line may be somebody else's by now. */
  private refuseLate(): void {
    for (let scope: Scope | undefined = this; scope; scope = scope.outer)
      if (scope.over) throw this.line.lost ?? new Error("the transaction is over");
  }
}
