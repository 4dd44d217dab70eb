import { createFormControl, type DefaultValues, type FieldValues } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { overtake, settle } from "@/ui/forms";

interface Interview extends FieldValues {
  company: string;
  notes: string;
  title: { en: string; ar: string };
  questions: { uid?: string; text: string }[];
}

const WRITTEN: Interview = { company: " Nile ", notes: "", title: { en: "Lifts", ar: "" }, questions: [{ text: "Why us?" }] };
/** As the server trims it and gives ids. */
const SAVED: Interview = { company: "Nile", notes: "", title: { en: "Lifts", ar: "" }, questions: [{ uid: "1", text: "Why us?" }] };

/** A form that was sent, and what a draft would keep of it. */
function aForm(shown = WRITTEN) {
  const { formControl, subscribe, ...form } = createFormControl<Interview>({ defaultValues: shown as DefaultValues<Interview> });
  const draft: { fields: string[] } = { fields: [] };
  subscribe({
    formState: { values: true, dirtyFields: true },
    callback: ({ dirtyFields = {} }) => {
      draft.fields = Object.keys(dirtyFields);
    },
  });
  return { form, draft, sent: structuredClone(form.getValues()) };
}

describe("a form that is saved while somebody types on", () => {
  test("shows what was saved where nothing was typed", () => {
    const { form, draft, sent } = aForm();
    expect(settle(form, sent, SAVED)).toBe(true);
    expect(form.getValues()).toEqual(SAVED);
    expect(draft.fields).toEqual([]);
  });

  test("keeps what was typed, and still has it to save", () => {
    const { form, draft, sent } = aForm();
    form.setValue("notes", "Bring the plans", { shouldDirty: true });
    form.setValue("title.ar", "مصاعد", { shouldDirty: true });
    expect(settle(form, sent, SAVED)).toBe(false);
    expect(form.getValues()).toEqual({ ...SAVED, notes: "Bring the plans", title: { en: "Lifts", ar: "مصاعد" } });
    expect(draft.fields.sort()).toEqual(["notes", "title"]);
    form.reset(SAVED);
    expect(draft.fields).toEqual([]);
  });

  test("gives a row that was saved its id, and keeps the one that came since", () => {
    const { form, draft, sent } = aForm();
    form.setValue("questions", [{ text: "Why us, now?" }, { text: "Why you?" }], { shouldDirty: true });
    expect(settle(form, sent, SAVED)).toBe(false);
    expect(form.getValues("questions")).toEqual([{ uid: "1", text: "Why us, now?" }, { text: "Why you?" }]);
    expect(form.getValues("company")).toBe("Nile");
    expect(draft.fields).toEqual(["questions"]);
  });
});

describe("a form that somebody else has saved meanwhile", () => {
  const seen = (): Interview => ({ ...WRITTEN, company: "Nile", questions: [{ uid: "1", text: "Why us?" }] });
  const theirs: Interview = { ...seen(), company: "Nile Robotics", notes: "Second floor", questions: [{ uid: "2", text: "Why you?" }] };

  test("shows theirs where nothing was changed here, and has what was changed still to save", () => {
    const { form, draft } = aForm(seen());
    form.setValue("notes", "Bring the plans", { shouldDirty: true });
    overtake(form, seen(), theirs);
    expect(form.getValues()).toEqual({ ...theirs, notes: "Bring the plans" });
    expect(draft.fields).toEqual(["notes"]);
    // Whoever gives up what they changed sees theirs, and nothing of it is kept.
    form.reset();
    expect(form.getValues()).toEqual(theirs);
    expect(draft.fields).toEqual([]);
  });

  test("keeps a list as it was changed here, and does not mix it with theirs", () => {
    const { form, draft } = aForm(seen());
    const questions = [{ uid: "1", text: "Why us, now?" }, { text: "What next?" }];
    form.setValue("questions", questions, { shouldDirty: true });
    overtake(form, seen(), theirs);
    expect(form.getValues()).toEqual({ ...theirs, questions });
    expect(draft.fields).toEqual(["questions"]);
  });

  test("goes part by part where a field has parts: theirs in one language, what was changed here in another", () => {
    const { form, draft } = aForm(seen());
    form.setValue("title.en", "Lifts and stairs", { shouldDirty: true });
    const title = { en: "Lifts", ar: "مصاعد" };
    overtake(form, seen(), { ...theirs, title });
    expect(form.getValues()).toEqual({ ...theirs, title: { ...title, en: "Lifts and stairs" } });
    expect(draft.fields).toEqual(["title"]);
    form.reset();
    expect(form.getValues()).toEqual({ ...theirs, title });
  });

  test("takes a field with other parts than theirs as a whole", () => {
    const off = (discount: object) => ({ ...seen(), discount });
    const { form } = aForm(off({ is: "rate", rate: 0 }));
    form.setValue("discount", { is: "rate", rate: 1000 }, { shouldDirty: true });
    overtake(form, off({ is: "rate", rate: 0 }), off({ is: "amount", amount: 500 }));
    expect(form.getValues("discount")).toEqual({ is: "rate", rate: 1000 });
  });

  test("has nothing to save where both say the same", () => {
    const { form, draft } = aForm(seen());
    form.setValue("company", "Nile Robotics", { shouldDirty: true });
    overtake(form, seen(), theirs);
    expect(form.getValues()).toEqual(theirs);
    expect(draft.fields).toEqual([]);
  });
});
