import { z } from "zod";
import { id } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";

export const previewTopicsInput = pageInput.extend({
  professionId: id.meta({ description: "All rooms without it." }).optional(),
});
export type PreviewTopicsInput = z.infer<typeof previewTopicsInput>;

export const previewTopicInput = z.object({ topicId: id });
