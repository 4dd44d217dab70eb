import { AREAS, AUDIENCES, type Audience } from "@/lib/enums/service";
import { openAreas } from "@/server/admission";
import type { Context } from "@/server/api/context";
import { announcementsFor } from "../announcements/queries";

const audiencesOf = (actor: Context["actor"]): Audience[] => {
  if (!actor) return ["everybody"];
  return actor.role === "candidate" ? ["everybody", "signed_in"] : [...AUDIENCES];
};

/** How the service stands for whoever asks: what is closed, what is said, and whether anything can be changed. */
export async function serviceNow(ctx: Context) {
  const [maintenance, registration, open, announcements] = await Promise.all([
    ctx.settings.get("maintenance"),
    ctx.settings.get("registration"),
    openAreas(ctx),
    announcementsFor(ctx, audiencesOf(ctx.actor)),
  ]);
  const text = maintenance.message[ctx.locale] || maintenance.message.en;
  return {
    maintenance: maintenance.on ? { text } : null,
    closed: AREAS.filter((area) => !open.has(area)),
    registrationOpen: registration.open,
    announcements,
  };
}
