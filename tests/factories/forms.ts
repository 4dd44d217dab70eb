import { randomUUID } from "node:crypto";
import type { FormAnswers, FormDefinition, FormField } from "@/lib/form-definitions";

/** A form of each kind of field: what is missing is asked for where the cabinets are not ready. */
export function aDefinition() {
  const id = () => randomUUID();
  const [ready, yes, no, missing, length, photos, signature] = [id(), id(), id(), id(), id(), id(), id()];
  const asked = { help: "", required: true, when: null };
  const fields: FormField[] = [
    { kind: "heading", id: id(), label: "Kitchen", when: null },
    {
      kind: "choice",
      id: ready,
      label: "Are the cabinets ready?",
      ...asked,
      several: false,
      options: [
        { id: yes, label: "Yes, all of them" },
        { id: no, label: "Not yet" },
      ],
    },
    {
      kind: "text",
      id: missing,
      label: "What is missing?",
      ...asked,
      long: true,
      when: { join: "all", conditions: [{ test: "chosen", field: ready, option: no }] },
    },
    { kind: "number", id: length, label: "Length", ...asked, unit: "mm", min: 100, max: 9000 },
    { kind: "photo", id: photos, label: "Photos", ...asked, required: false, most: 2 },
    { kind: "signature", id: signature, label: "The customer signs", ...asked },
  ];
  const definition: FormDefinition = { fields };
  const answers: FormAnswers = {
    [ready]: { kind: "choice", options: [no] },
    [missing]: { kind: "text", text: "The tall unit" },
    [length]: { kind: "number", value: 3200 },
    [signature]: {
      kind: "signature",
      name: "Lan Nguyễn",
      confirmed: false,
      strokes: [
        [
          [100, 300],
          [300, 80],
          [520, 310],
        ],
        [[700, 200]],
      ],
    },
  };
  return { definition, answers, ids: { ready, yes, no, missing, length, photos, signature } };
}
