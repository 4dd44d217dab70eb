/** How a subscription's periods follow each other; seconds since 1970, in UTC. */
export interface Cycle {
  anchor: number;
  interval: "month" | "year";
}

export interface Period {
  start: number;
  end: number;
}

const MONTHS = { month: 1, year: 12 };

/** The start of the period `index`: as many months after the anchor, on its day or the month's last. */
export function boundary({ anchor, interval }: Cycle, index: number): number {
  const from = new Date(anchor * 1000);
  const month = from.getUTCMonth() + index * MONTHS[interval];
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return (
    anchor + (Date.UTC(from.getUTCFullYear(), month, day) - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate())) / 1000
  );
}

/** The first boundary after an instant. Each is counted from the anchor: 31 January, 28 February, 31 March. */
export function boundaryAfter(cycle: Cycle, at: number): number {
  const [from, to] = [new Date(cycle.anchor * 1000), new Date(at * 1000)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  let index = Math.floor(months / MONTHS[cycle.interval]) - 1;
  while (boundary(cycle, index) <= at) index++;
  return boundary(cycle, index);
}
