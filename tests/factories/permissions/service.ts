import { inAll } from "#tests/factories/texts";
import { SETTING_DEFAULTS } from "@/lib/settings";
import { OPEN, row, type Table, TEAM, TOP } from "./table";
import type { World } from "./world";

const ANNOUNCEMENT = {
  kind: "info",
  audience: "team",
  text: inAll("Tonight we are away for a while."),
  link: null,
  startsAt: "2030-01-01T00:00:00Z",
  endsAt: null,
};
const announced = async (world: World) => ({ uid: (await world.by(world.admin, "admin.announcements.save", ANNOUNCEMENT)).uid });

async function given(world: World) {
  await world.by(world.superAdmin, "admin.areas.grant", { area: "trades", email: world.owner.email });
  return { area: "trades", userId: world.owner.id };
}

export const serviceTable: Table = {
  "admin.announcements.list": row(TEAM, () => ({})),
  "admin.announcements.view": row(TEAM, announced),
  "admin.announcements.save": row(TEAM, () => ANNOUNCEMENT),
  "admin.announcements.delete": row(TEAM, announced),
  "admin.areas.grants": row(TOP, () => ({ area: "trades" })),
  "admin.areas.grant": row(TOP, ({ owner }) => ({ area: "trades", email: owner.email })),
  "admin.areas.revoke": row(TOP, given),
  "admin.audit.list": row(TOP, () => ({})),
  "admin.audit.actors": row(TOP),
  "admin.audit.export": row(TOP, () => ({ format: "csv" })),
  "admin.plans.prices": row(TOP),
  "admin.plans.holders": row(TOP),
  "admin.plans.impact": row(TOP, () => ({ entitlements: SETTING_DEFAULTS.entitlements })),
  "admin.service.now": row(OPEN),
  "admin.settings.list": row(TOP),
  "admin.settings.save": row(TOP, async (world) => {
    const [setting] = await world.by(world.superAdmin, "admin.settings.list");
    return { key: setting.key, value: setting.value, version: setting.version };
  }),
};
