import { z } from "zod";
import { id } from "@/lib/typed";

export const imageInput = z.object({ uid: id });
