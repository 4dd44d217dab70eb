import { randomUUID } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { requireFinished } from "./backup/unfinished";
import { hasCluster } from "./db/embedded-home";
import { makeFolder } from "./folders";
import { type KeptSecrets, keepSecrets, knownSecrets, SECRETS } from "./kept-secrets";
import { partsOf, withoutSlash } from "./origins";
import type { Secrets } from "./secrets";
import { StartError } from "./start-error";
import { isVapidPair, type VapidKeys } from "./vapid";
import { readVariables, type Variables } from "./variables";
import { filesFolder } from "./vendors/uploadthing/disk";

export interface Env extends Variables {
  dataDir: string;
  /** For access tokens, links, next-auth's cookies and what is sealed in the database. */
  secrets: Secrets;
  /** For the addresses under which the embedded storage takes and gives files. */
  storageKeys: Secrets;
  kept: KeptSecrets;
  /** The address people use, without a slash at the end. */
  publicUrl: string;
  /** Whether demo logins are made: by default only beside the embedded database. */
  demo: boolean;
  /** Whether whoever runs the service needs a second factor to do so: by default wherever there are no demo logins. */
  adminSecondFactor: boolean;
  /** Who takes the money: an account at Stripe, an emulator in which no money moves, or nobody. */
  payments: "stripe" | "demo" | "off";
  /** The server's name before push services, with where to reach its operator. */
  vapid: VapidKeys & { subject: string };
  /** Push services beside those of the browsers, as origins. */
  pushServices: string[];
}

/**
 * Payments of a demo are for trying the product out: beside a real key they would be a second truth, and where an operator
 * says "production" anybody could have a paid plan for nothing. There, only the explicit switch brings them.
 */
function paymentsOf(variables: Variables, demo: boolean, declaredProduction: boolean): Env["payments"] {
  if (variables.STRIPE_SECRET_KEY) {
    if (variables.DEMO_PAYMENTS) throw new StartError("DEMO_PAYMENTS is on beside a STRIPE_SECRET_KEY: take one of them away.");
    return "stripe";
  }
  return (variables.DEMO_PAYMENTS ?? (demo && !declaredProduction)) ? "demo" : "off";
}

export interface StartFacts {
  /** The operator set NODE_ENV=production; the start command sets it by itself as well, for the pages. */
  declaredProduction?: boolean;
  /** A restore itself works in a data folder that is not whole yet. */
  restoring?: boolean;
  /** A command beside the app, or in its place: it works with what is there, and makes neither folder nor keys nor database. */
  beside?: boolean;
}

export function readEnv(source: NodeJS.ProcessEnv, facts: StartFacts = {}): Env {
  const { declaredProduction = false, restoring = false, beside = false } = facts;
  const variables = readVariables(source);
  const demo = variables.DEMO ?? variables.DATABASE_URL === undefined;
  const payments = paymentsOf(variables, demo, declaredProduction);
  const dataDir = path.resolve(variables.DATA_DIR);
  if (!restoring) requireFinished(dataDir);
  if (!beside) prepareDataDir(dataDir);
  else if (!variables.DATABASE_URL && !hasCluster(path.join(dataDir, DATABASE))) throw noParley(dataDir);
  if (!variables.DATABASE_URL) requirePassword(dataDir);
  const kept = beside ? knownSecrets(dataDir) : keepSecrets(dataDir);
  const publicUrl = withoutSlash(variables.APP_URL ?? `http://localhost:${variables.PORT}`);
  return {
    ...variables,
    dataDir,
    kept,
    secrets: secretsOf(variables.SECRET ?? kept.secret, variables.SECRET_PREVIOUS),
    storageKeys: secretsOf(variables.STORAGE_KEY ?? kept.storageKey, variables.STORAGE_KEY_PREVIOUS),
    publicUrl,
    demo,
    adminSecondFactor: variables.ADMIN_SECOND_FACTOR ?? !demo,
    payments,
    vapid: vapidOf(variables, kept.vapid, publicUrl),
    pushServices: variables.PUSH_SERVICES ? partsOf(variables.PUSH_SERVICES) : [],
  };
}

/** The embedded database's folder, in the data folder. */
const DATABASE = "postgres";

const noParley = (dataDir: string) => new StartError(`${dataDir} holds no Parley: is DATA_DIR the folder of the app?`);

/** New keys beside an embedded database that is there would not open it. @throws StartError */
function requirePassword(dataDir: string): void {
  const file = path.join(dataDir, SECRETS);
  // What is there and cannot be looked at is told by whoever reads it.
  if (hasCluster(path.join(dataDir, DATABASE)) && !readdirSync(dataDir).includes(SECRETS))
    throw new StartError(`${file} is gone, which has the password of the database beside it: bring it back from a backup.`);
}

/** Whether every key that the app uses is given from outside: then a data folder may hold none. */
export const hasAllKeys = (env: Env): boolean =>
  Boolean(env.DATABASE_URL && env.SECRET && (env.STORAGE_KEY ?? env.UPLOADTHING_TOKEN) && env.VAPID_PRIVATE_KEY) &&
  !env.demo &&
  env.payments !== "demo";

/** @throws StartError where what is kept of the app, its keys, is neither in its data folder nor given from outside */
export function requireKeys(env: Env): void {
  if (!existsSync(path.join(env.dataDir, SECRETS)) && !hasAllKeys(env)) throw noParley(env.dataDir);
}

const secretsOf = (current: string, previous: string | undefined): Secrets => [current, ...(previous ? [previous] : [])];

function vapidOf(variables: Variables, kept: VapidKeys, publicUrl: string): Env["vapid"] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = variables;
  const keys = publicKey && privateKey ? { publicKey, privateKey } : kept;
  if (!isVapidPair(keys)) throw new StartError("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair: make them anew together.");
  const { protocol, hostname } = new URL(publicUrl);
  return { ...keys, subject: variables.VAPID_SUBJECT ?? (protocol === "https:" ? publicUrl : `mailto:no-reply@${hostname}`) };
}

/** An earlier release made the folder of the files for everybody's eyes, and so may whoever gave them a disk of their own. */
function hideFiles(dataDir: string): void {
  try {
    chmodSync(filesFolder(dataDir), 0o700);
  } catch {
    // There is none yet, or its disk has no such modes, or another owner: files are taken there all the same.
  }
}

function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // An existing folder on a read-only disk passes the check above as root: only a write tells.
    const probe = path.join(dataDir, `.write-probe-${randomUUID()}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be written: give DATA_DIR a folder that you own.`, { cause });
  }
  hideFiles(dataDir);
}
