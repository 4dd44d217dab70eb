export const A_PERSON = { kind: "person", name: "Minh", color: "primary" } as const;

/** On a Tuesday from nine to noon in Ho Chi Minh City. */
export const A_BOOKING = {
  title: "Fit the kitchen",
  note: "Bring the long ladder.",
  state: "confirmed",
  startsAt: "2027-03-02T02:00:00.000Z",
  endsAt: "2027-03-02T05:00:00.000Z",
} as const;

export const AN_ABSENCE = { kind: "leave", startsAt: "2027-03-07T17:00:00.000Z", endsAt: "2027-03-12T17:00:00.000Z" } as const;
