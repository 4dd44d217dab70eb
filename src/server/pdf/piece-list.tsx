import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { type Locale, localeTag } from "@/lib/locales";
import type { NamedPiece } from "@/lib/pricing/pieces";
import { serverText } from "../text";
import { letter } from "./letterhead";
import { drawable } from "./letters";
import type { Sheet } from "./sheet";

const styles = StyleSheet.create({
  heading: { fontSize: 12, fontWeight: 600, marginTop: 22 },
  size: { width: 140 },
});

/** What is made, piece by piece: its size, what it is made of, its edges and its cut-outs; nothing where there are none. */
export function pieceRows({ mirrored, row, look, written }: Sheet, pieces: readonly NamedPiece[], locale: Locale) {
  if (pieces.length === 0) return null;
  const say = (key: string, values?: Record<string, string | number>) => drawable(serverText(locale, `trades.${key}`, values));
  const number = new Intl.NumberFormat(localeTag(locale));
  const list = new Intl.ListFormat(localeTag(locale), { type: "conjunction" });
  const end = { textAlign: mirrored ? ("left" as const) : ("right" as const) };
  return (
    <>
      <Text style={look(styles.heading)} minPresenceAhead={40}>
        {say("document.pieces.title")}
      </Text>
      {pieces.map(({ label, length, width, count, material, edges, cutouts }, at) => {
        const name = label || say("document.pieces.unnamed", { number: number.format(at + 1) });
        const cut = cutouts.map((one) =>
          one.count > 1 ? `${one.text} ${say("document.units.piece", { count: number.format(one.count) })}` : one.text,
        );
        const made = [material, ...edges.map(({ side, text }) => say(`document.pieces.sides.${side}`, { text })), ...cut].filter(Boolean);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be alike, and never move
          <View key={at} style={[letter.row, row]} wrap={false}>
            <View style={letter.what}>
              <Text style={written(name)}>{drawable(name)}</Text>
              {made.length > 0 ? <Text style={look(letter.small)}>{drawable(list.format(made))}</Text> : null}
            </View>
            <View style={styles.size}>
              <Text style={{ ...look(), ...end }}>{say("plans.size", { length: number.format(length), width: number.format(width) })}</Text>
              {count > 1 ? <Text style={{ ...look(letter.small), ...end }}>{say("document.pieces.count", { count })}</Text> : null}
            </View>
          </View>
        );
      })}
    </>
  );
}
