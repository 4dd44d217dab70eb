// npm run admin -- grant <email> super_admin: what the first administrator does, before anybody can do it in the browser.
import { ensureBuilt, ensureInstalled } from "./setup.mjs";

ensureInstalled();
ensureBuilt();

process.env.NODE_ENV = "production";
const { runCommand } = await import("../../dist/admin.mjs");
process.exit(await runCommand(process.argv.slice(2)));
