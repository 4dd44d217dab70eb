import { SAMPLE_ID } from "@/lib/fields";
import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { filledTextDto, textsDto } from "./dto";
import { deleteText, saveText } from "./mutations";
import { fillText, listTexts } from "./queries";
import { PLACEHOLDERS } from "./rules";
import { textDeleteInput, textFillInput, textSaveInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/text";

export const textsRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What the workspace writes to its customers again and again" }))
    .input(workspaceInput)
    .output(dataOf(textsDto))
    .query(async ({ ctx }) => ({ data: await listTexts(ctx) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Keep a text, or with uid and version change one",
        description: `In one language at least it has a \`body\`. In braces it may name ${PLACEHOLDERS.join(", ")}, and nothing else.`,
        example: {
          workspaceId: SAMPLE_ID,
          name: "An appointment",
          wordings: { en: { subject: "{job}", body: "We come on {appointment}." }, fr: {}, vi: {}, cn: {}, ar: {} },
        },
        creates: true,
      }),
    )
    .input(textSaveInput)
    .output(dataOf(textsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveText(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a text", once: true }))
    .input(textDeleteInput)
    .output(dataOf(textsDto))
    .mutation(async ({ ctx, input }) => ({ data: await deleteText(ctx, input) })),

  fill: managerProcedure
    .meta(rest("GET", `${P}/filled/get`, { tag, summary: "A text with a job in it" }))
    .input(textFillInput)
    .output(dataOf(filledTextDto))
    .query(async ({ ctx, input }) => ({ data: await fillText(ctx, input) })),
});
