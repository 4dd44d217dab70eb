import { z } from "zod";
import { pageInput } from "@/lib/pagination";
import { id } from "@/lib/typed";

export const previewTopicsInput = pageInput.extend({
  /** All rooms without it. */
  professionId: id.optional(),
});
export type PreviewTopicsInput = z.infer<typeof previewTopicsInput>;

export const previewTopicInput = z.object({ topicId: id });
