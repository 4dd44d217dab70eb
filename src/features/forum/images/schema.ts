import { z } from "zod";
import { id } from "@/lib/fields";

export const imageInput = z.object({ uid: id });
