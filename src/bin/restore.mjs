// npm run restore: see "Running it for real" in the README.
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

process.env.NODE_ENV = "production";
const { restore } = await import("../../dist/backup.mjs");
process.exit(await restore(process.argv.slice(2)));
