// npm run backup: see "Running it for real" in the README.
import { ensureBuilt, ensureInstalled, stopWithNpm } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

process.env.NODE_ENV = "production";
stopWithNpm();
const { backup } = await import("../../dist/backup.mjs");
process.exit(await backup(process.argv.slice(2)));
