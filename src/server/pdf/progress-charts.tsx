import { Circle, Line, Path, Rect, Svg, Text, View } from "@react-pdf/renderer";
import { type Axis, type Box, centreOf, heightOf, named, pathOf, pointOf } from "@/lib/charts";
import { BRAND, LINE, SOFT } from "./sheet";

/** Points of a page: of the field, of the column beside it, and of the names below. */
const FIELD = { width: 200, height: 64 };
const BESIDE = 18;
const NAME = { width: 44, height: 10 };
const SMALL = { fontSize: 7, lineHeight: 1, color: SOFT };
const ROOM = 4;

interface ChartProps {
  axis: Axis;
  values: readonly (number | null)[];
  /** What stands below each column; as many as there is room for are shown. */
  names: string[];
  write: (value: number) => string;
  mirrored: boolean;
  kind: "line" | "columns";
}

/** A chart as vectors, by the same numbers as the page's; from right to left it is mirrored. */
export function Chart({ axis, values, names, write, mirrored, kind }: ChartProps) {
  const box: Box = { ...FIELD, mirrored };
  const y = (value: number) => (1 - heightOf(axis, value)) * FIELD.height;
  const left = mirrored ? 0 : BESIDE;
  const shown = named(names.length, ROOM);
  return (
    <View style={{ width: FIELD.width + BESIDE, height: FIELD.height + NAME.height + 8, position: "relative" }} wrap={false}>
      {axis.ticks.map((tick) => (
        <Text
          key={tick}
          style={{
            position: "absolute",
            top: y(tick) - 3.5,
            width: BESIDE - 4,
            [mirrored ? "right" : "left"]: 0,
            ...SMALL,
            textAlign: mirrored ? "left" : "right",
          }}
        >
          {write(tick)}
        </Text>
      ))}
      <Svg style={{ position: "absolute", top: 0, left, ...FIELD }} viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}>
        {axis.ticks.map((tick) => (
          <Line key={tick} x1={0} x2={FIELD.width} y1={y(tick)} y2={y(tick)} stroke={LINE} strokeWidth={0.7} />
        ))}
        {kind === "line" ? <Curve axis={axis} values={values} box={box} /> : <Columns axis={axis} values={values} box={box} />}
      </Svg>
      {names.map((name, at) => {
        const centre = centreOf(at, names.length);
        const x = left + (mirrored ? 1 - centre : centre) * FIELD.width;
        return shown[at] ? (
          <Text
            key={name}
            style={{
              position: "absolute",
              top: FIELD.height + 5,
              left: x - NAME.width / 2,
              ...NAME,
              ...SMALL,
              textAlign: "center",
              direction: mirrored ? "rtl" : "ltr",
            }}
          >
            {name}
          </Text>
        ) : null;
      })}
    </View>
  );
}

type Drawn = Pick<ChartProps, "axis" | "values"> & { box: Box };

function Curve({ axis, values, box }: Drawn) {
  return (
    <>
      <Path d={pathOf(values, axis, box) || "M0 0"} stroke={BRAND} strokeWidth={1.4} fill="none" />
      {values.map((value, at) => {
        if (value === null) return null;
        const { x, y } = pointOf(values, at, axis, box);
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is known by its place
        return <Circle key={at} cx={x} cy={y} r={2.2} fill={BRAND} />;
      })}
    </>
  );
}

function Columns({ axis, values, box }: Drawn) {
  const width = Math.min(14, (box.width / values.length) * 0.6);
  return (
    <>
      {values.map((value, at) => {
        if (!value) return null;
        const { x, y } = pointOf(values, at, axis, box);
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
        return <Rect key={at} x={x - width / 2} y={y} width={width} height={box.height - y} fill={BRAND} />;
      })}
    </>
  );
}
