import type { Role } from "@/lib/enums/account";
import { SERVICE_TOPIC } from "@/lib/settings";

/** What concerns one person alone: the name of the area in which something changed, and ids where more needs to be said. */
export const userTopic = (userId: string): string => `user:${userId}`;

/** What concerns everybody who runs the service. */
export const STAFF_TOPIC = "staff";

/** The job that ends what somebody pays for, who is leaving or kept out, and has it go on where they are let in again. */
export const LEAVING_JOB = "subscription.depart";

/** The job that tells whoever takes payments what somebody is called now, and their address. */
export const RENAMED_JOB = "subscription.introduce";

export const topicsOf = ({ id, role }: { id: string; role: Role }): string[] =>
  role === "candidate" ? [userTopic(id), SERVICE_TOPIC] : [userTopic(id), SERVICE_TOPIC, STAFF_TOPIC];
