import { Document, Image, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import { type FormAnswer, type FormAnswers, type FormField, SIGNATURE, strokePath } from "@/lib/form-definitions";
import { type Locale, localeTag } from "@/lib/locales";
import { serverText } from "../text";
import { draw } from "./fonts";
import { paragraphs } from "./letterhead";
import { drawable } from "./letters";
import { INK, LINE, SOFT, sheetOf } from "./sheet";

/** A form that was handed in. */
export interface HandedIn {
  workspace: string;
  /** IANA name: the shop's, by which days and times are written. */
  timeZone: string;
  form: { name: string; number: number };
  job: { number: number; title: string } | null;
  task: { title: string } | null;
  /** Null for somebody who has left. */
  by: string | null;
  submittedAt: Date;
  /** Those that show for the answers. */
  fields: FormField[];
  answers: FormAnswers;
  /** JPEGs by the ids of the photos; one that is missing could not be read. */
  pictures: ReadonlyMap<string, Uint8Array>;
}

const styles = StyleSheet.create({
  page: { paddingVertical: 48, paddingHorizontal: 48, color: INK },
  body: { lineHeight: 1.4 },
  shop: { fontWeight: 600, color: SOFT },
  title: { fontSize: 20, fontWeight: 600, lineHeight: 1.3, marginTop: 6, marginBottom: 8 },
  soft: { color: SOFT },
  facts: { gap: 2, paddingBottom: 14, marginBottom: 6, borderBottomWidth: 1, borderBottomColor: LINE },
  heading: { fontSize: 14, fontWeight: 600, marginTop: 16, marginBottom: 2 },
  note: { color: SOFT, marginTop: 6 },
  field: { marginTop: 10 },
  label: { fontSize: 9.5, color: SOFT },
  photos: { flexWrap: "wrap", gap: 8, marginTop: 4 },
  photo: { width: 240, height: 180, objectFit: "contain", borderWidth: 1, borderColor: LINE },
  signature: { width: 252, height: 102, borderWidth: 1, borderColor: LINE, marginTop: 4, marginBottom: 2 },
  strokes: { width: 250, height: 100 },
  mirrored: { alignSelf: "flex-end" },
  foot: {
    position: "absolute",
    bottom: 32,
    left: 48,
    right: 48,
    fontSize: 8.5,
    lineHeight: 1,
    height: 12,
    color: SOFT,
    textAlign: "center",
  },
});

/** What was handed in, in the language of whoever reads it and in the shop's own words, as the bytes of a PDF. */
export const renderEntry = (entry: HandedIn, locale: Locale): Promise<Buffer> =>
  draw(locale, (fonts) => renderToBuffer(entryDocument(entry, locale, fonts)));

function entryDocument(entry: HandedIn, locale: Locale, fontFamily: string[]) {
  const say = (key: string, values?: Record<string, string | number>) =>
    drawable(serverText(locale, `trades.entries.document.${key}`, values));
  const tag = localeTag(locale);
  const when = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeStyle: "short", timeZone: entry.timeZone });
  const number = new Intl.NumberFormat(tag);
  /** What something is called by is not counted: its digits stand together. */
  const reference = new Intl.NumberFormat(tag, { useGrouping: false });
  const sheet = sheetOf(locale, fontFamily);
  const { row, look, written, size, mirrored } = sheet;
  const at = drawable(when.format(entry.submittedAt));
  const facts = [
    entry.job ? say("job", { number: reference.format(entry.job.number), title: entry.job.title }) : null,
    entry.task ? say("task", { title: entry.task.title }) : null,
    entry.by ? say("by", { name: entry.by, date: at }) : say("at", { date: at }),
    say("version", { number: reference.format(entry.form.number) }),
  ];
  const asked = (field: FormField, answer: ReactNode) => (
    // What is higher than a page would be cut at its edge: whatever may be long goes on where the next one begins.
    <View key={field.id} style={styles.field} wrap={field.kind !== "signature"}>
      <Text style={written(field.label, styles.label)} minPresenceAhead={40}>
        {drawable(field.label)}
      </Text>
      {answer}
    </View>
  );
  const signed = ({ name, strokes }: Extract<FormAnswer, { kind: "signature" }>) => (
    <View>
      {strokes.length > 0 ? (
        <View style={[styles.signature, mirrored ? styles.mirrored : {}]}>
          <Svg viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`} style={styles.strokes}>
            {strokes.map((stroke) => (
              <Path
                key={strokePath(stroke)}
                d={strokePath(stroke)}
                stroke={INK}
                strokeWidth={6}
                strokeLinecap="round"
                strokeLinejoin="round"
                fill="none"
              />
            ))}
          </Svg>
        </View>
      ) : null}
      <Text style={written(name)}>{drawable(name)}</Text>
      {strokes.length === 0 ? <Text style={look(styles.soft)}>{say("typed")}</Text> : null}
    </View>
  );
  const answerOf = (field: FormField): ReactNode => {
    const answer = entry.answers[field.id];
    if (answer?.kind === "text") return paragraphs(sheet, answer.text);
    if (answer?.kind === "number" && field.kind === "number")
      return <Text style={look()}>{say(field.unit, { value: number.format(answer.value) })}</Text>;
    if (answer?.kind === "choice" && field.kind === "choice")
      return field.options
        .filter(({ id }) => answer.options.includes(id))
        .map(({ id, label }) => (
          <Text key={id} style={written(label)}>
            {drawable(label)}
          </Text>
        ));
    if (answer?.kind === "signature") return signed(answer);
    if (answer?.kind === "photo")
      return (
        <View style={[styles.photos, row]}>
          {answer.photos.map((id) => {
            const picture = entry.pictures.get(id);
            return picture ? (
              <Image key={id} style={styles.photo} src={{ data: Buffer.from(picture), format: "jpg" }} />
            ) : (
              <Text key={id} style={look(styles.soft)}>
                {say("photoMissing")}
              </Text>
            );
          })}
        </View>
      );
    return <Text style={look(styles.soft)}>{say("empty")}</Text>;
  };
  return (
    <Document title={drawable(entry.form.name)} author={drawable(entry.workspace)} language={tag}>
      <Page size="A4" style={[styles.page, size]}>
        <View style={[styles.body, size]}>
          <Text style={written(entry.workspace, styles.shop)}>{drawable(entry.workspace)}</Text>
          <Text style={written(entry.form.name, styles.title)}>{drawable(entry.form.name)}</Text>
          <View style={styles.facts}>
            {facts.map((fact) =>
              fact ? (
                <Text key={fact} style={look(styles.soft)}>
                  {fact}
                </Text>
              ) : null,
            )}
          </View>
          {entry.fields.map((field) => {
            if (field.kind === "heading")
              return (
                <Text key={field.id} style={written(field.label, styles.heading)} minPresenceAhead={40}>
                  {drawable(field.label)}
                </Text>
              );
            if (field.kind === "note") return <Fragment key={field.id}>{paragraphs(sheet, field.label, styles.note)}</Fragment>;
            return asked(field, answerOf(field));
          })}
        </View>
        <Text fixed style={look(styles.foot)}>
          {drawable([entry.workspace, entry.form.name].join(serverText(locale, "common.separator")))}
        </Text>
      </Page>
    </Document>
  );
}
