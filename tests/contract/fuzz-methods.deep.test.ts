import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { type Answer, useHarness } from "#tests/config/harness";
import { aMember } from "#tests/factories/forum";
import { valuesOf } from "#tests/factories/fuzz/arbitraries";
import { SEED, TIMES } from "#tests/factories/fuzz/bounds";
import { validHeaders } from "#tests/factories/fuzz/headers";
import { KnownIds } from "#tests/factories/fuzz/known-ids";
import { fits, keyOf, OPERATIONS, type Operation, written } from "#tests/factories/fuzz/operations";
import { changed, fileRequests, SENT, storageAddresses } from "#tests/factories/fuzz/storage";
import { validatorOf } from "#tests/factories/openapi";
import { openApiDocument } from "@/server/api/openapi";

/** What the document does not offer at its addresses, and how files are sent and served: never a fault, and refused in its forms. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "LOCK", "PURGE"];
const FILES = 120 * TIMES;

const { paths = {}, components } = openApiDocument("https://parley.app");
const isError = validatorOf(components?.schemas?.Error as object);
const isStorageRefusal = validatorOf(components?.schemas?.StorageRefusal as object);

const harness = useHarness();
const ids = new KnownIds();
let token: string;
beforeAll(async () => {
  token = (await aMember(harness(), {}, "super_admin")).token;
});

/** What is wrong with an answer, as far as it can be told without knowing what was asked for. */
function wrongWith({ status, headers, body }: Answer, method: string, isFile = false): string | undefined {
  if (status >= 500) return "a fault";
  if (status === 405 && !headers.get("allow")) return "without what is allowed";
  if (method === "HEAD") return body === "" ? undefined : "a body for HEAD";
  if (status < 400 || isError(body) || (isFile && isStorageRefusal(body))) return undefined;
  return "refused in another form";
}

const said = (request: object, { status, body }: Answer, wrong: string): string =>
  `${JSON.stringify(request).slice(0, 600)} answers ${status}, ${wrong}: ${JSON.stringify(body).slice(0, 200)}`;

const input = (operation: Operation) =>
  valuesOf({ ...operation.input, type: "object" }, { ids, noun: operation.noun })
    .map((value) => value as Record<string, unknown>)
    .filter((request) => fits(operation, request));

it("no documented address has a fault for another method, or refuses it in another form", {
  retry: 0,
  timeout: 120_000 * TIMES,
}, async () => {
  const wrong: string[] = [];
  for (const [at, operation] of OPERATIONS.entries()) {
    const known = Object.keys(paths[operation.path] ?? {}).map((method) => method.toUpperCase());
    const others = METHODS.filter((method) => !known.includes(method));
    const property = fc.asyncProperty(
      input(operation),
      validHeaders(operation),
      fc.constantFrom(...others),
      async (request, headers, method) => {
        const { target, ...body } = written(operation, request);
        const answer = await harness().call(method, target, { token, headers, ...body });
        const found = wrongWith(answer, method);
        // Whoever asks for headers alone is answered as whoever reads; nothing else that is not offered is done.
        const refused = answer.status >= 400 || method === "HEAD" || operation.path === "/api/uploadthing";
        if (found || !refused) throw new Error(said({ method, target, headers }, answer, found ?? "though it is not offered"));
      },
    );
    const { failed, errorInstance } = await fc.check(property, { seed: SEED + at, numRuns: 3 * TIMES, endOnFailure: true });
    if (failed) wrong.push(`${keyOf(operation)}: ${errorInstance}`);
  }
  expect(wrong).toEqual([]);
});

it("whatever is read is answered to HEAD as to GET, without the body", { retry: 0, timeout: 120_000 * TIMES }, async () => {
  const reading = OPERATIONS.filter(({ method, path }) => method === "GET" && !("x-changes" in (paths[path]?.get ?? {})));
  expect(reading.length).toBeGreaterThan(150);
  const wrong: string[] = [];
  for (const [at, operation] of reading.entries()) {
    const property = fc.asyncProperty(input(operation), validHeaders(operation), async (request, headers) => {
      const { target } = written(operation, request);
      const [head, get] = [
        await harness().call("HEAD", target, { token, headers }),
        await harness().call("GET", target, { token, headers }),
      ];
      ids.learn(operation.noun, get.body);
      const found = wrongWith(head, "HEAD") ?? (head.status === get.status ? undefined : `where GET answers ${get.status}`);
      if (found) throw new Error(said({ target, headers }, head, found));
    });
    const { failed, errorInstance } = await fc.check(property, { seed: SEED + at, numRuns: 2 * TIMES, endOnFailure: true });
    if (failed) wrong.push(`${keyOf(operation)}: ${errorInstance}`);
  }
  expect(wrong).toEqual([]);
});

it("a file's address has no fault, whatever is asked of it, and refuses what nobody signed", {
  retry: 0,
  timeout: 120_000 * TIMES,
}, async () => {
  const addresses = await storageAddresses(harness());
  const wrong: string[] = [];
  for (const [at, address] of addresses.entries()) {
    const targets = fc.oneof(
      fc.constant({ target: address, signed: true }),
      changed(address).map((target) => ({ target, signed: target === address })),
    );
    const property = fc.asyncProperty(
      targets,
      fc.constantFrom(...METHODS),
      fileRequests,
      async ({ target, signed }, method, { raw, headers }) => {
        const answer = await harness().call(method, target, { raw, headers });
        const offered = target.startsWith(SENT) ? ["HEAD", "PUT", "OPTIONS"] : ["GET", "HEAD"];
        const refused = answer.status >= 400;
        const opened =
          refused || (method === "OPTIONS" && target.startsWith(SENT)) ? undefined : signed ? undefined : "though nobody signed it";
        const done = refused || offered.includes(method) ? undefined : "though it is not offered";
        const found = wrongWith(answer, method, true) ?? opened ?? done;
        if (found) throw new Error(said({ method, target, raw, headers }, answer, found));
      },
    );
    const { failed, errorInstance } = await fc.check(property, { seed: SEED + at, numRuns: FILES, endOnFailure: true });
    if (failed) wrong.push(String(errorInstance));
  }
  expect(wrong).toEqual([]);
});
