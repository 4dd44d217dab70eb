import { z } from "zod";
import { pageInput } from "@/lib/list-schemas";
import { id } from "@/lib/fields";

export const previewTopicsInput = pageInput.extend({
  professionId: id.meta({ description: "All rooms without it." }).optional(),
});
export type PreviewTopicsInput = z.infer<typeof previewTopicsInput>;

export const previewTopicInput = z.object({ topicId: id });
