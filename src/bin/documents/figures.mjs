// Drawings for the documents. Their words stand beside them as text; in a right-to-left document they run the other way.

const PERSON = (x, y, colour) =>
  `<circle cx="${x}" cy="${y}" r="9" fill="${colour}"/><path d="M${x - 16} ${y + 30}c0-11 7-18 16-18s16 7 16 18z" fill="${colour}"/>`;
const DARK = "#0b5c46";
const MID = "#5fb795";
const SOFT = "#cfe6dc";
const WARM = "#d98b3a";

const svg = (width, height, inner, alt) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${alt === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${alt}"`}>${inner}</svg>`;

/** Drawing and words side by side; the first drawing carries the sentence that says what all of them show. */
const withLabels = (drawings, labels, alt, className) =>
  `<figure class="${className}">${drawings
    .map(
      ([width, height, inner], at) =>
        `<div>${svg(width, height, inner, at === 0 ? alt : undefined)}<figcaption>${labels[at]}</figcaption></div>`,
    )
    .join("")}</figure>`;

const PANEL = `${PERSON(50, 26, DARK)}${PERSON(90, 20, DARK)}${PERSON(130, 26, DARK)}<rect x="26" y="58" width="128" height="12" rx="6" fill="${SOFT}"/>${PERSON(90, 88, WARM)}`;
const stations = Array.from({ length: 7 }, (_, at) => {
  const turn = (at / 7) * 2 * Math.PI - Math.PI / 2;
  const [x, y] = [90 + 50 * Math.cos(turn), 62 + 50 * Math.sin(turn)].map(Math.round);
  return `<circle cx="${x}" cy="${y}" r="11" fill="${at === 1 ? WARM : at === 0 ? MID : DARK}"/>`;
}).join("");
const STATIONS = `<circle cx="90" cy="62" r="50" fill="none" stroke="${SOFT}" stroke-width="7"/>${stations}`;
const TUTORIAL = `${PERSON(44, 46, DARK)}${PERSON(136, 46, WARM)}<rect x="66" y="52" width="48" height="60" rx="4" fill="#fff" stroke="${SOFT}" stroke-width="4"/><path d="M76 68h28M76 80h28M76 92h16" stroke="${MID}" stroke-width="4" stroke-linecap="round"/>`;

const step = (at) => [
  180,
  104,
  `<rect x="6" y="${76 - at * 22}" width="168" height="${28 + at * 22}" rx="6" fill="${[SOFT, "#a9d5c2", MID, DARK][at]}"/>`,
];
const dot = (at) => [
  180,
  64,
  `<path d="M${at === 0 ? 90 : 0} 32h${at === 0 || at === 3 ? 90 : 180}" stroke="${SOFT}" stroke-width="6"/><circle cx="90" cy="32" r="${20 + at * 3}" fill="${[DARK, MID, MID, WARM][at]}"/>`,
];

const FIGURES = {
  formats: (alt, labels) =>
    withLabels(
      [
        [180, 124, PANEL],
        [180, 124, STATIONS],
        [180, 124, TUTORIAL],
      ],
      labels,
      alt,
      "three",
    ),
  weeks: (alt, labels) => withLabels([0, 1, 2, 3].map(step), labels, alt, "four"),
  answer: (alt, labels) => withLabels([0, 1, 2, 3].map(dot), labels, alt, "four joined"),
  star: (alt, labels) =>
    withLabels(
      [SOFT, "#a9d5c2", DARK, WARM].map((colour, at) => [
        at === 2 ? 500 : 100,
        40,
        `<rect width="${at === 2 ? 500 : 100}" height="40" rx="6" fill="${colour}"/>`,
      ]),
      labels,
      alt,
      "star",
    ),
  mark: () =>
    svg(
      32,
      32,
      '<path d="M4 5h20v15H13l-6 6v-6H4z" fill="#5fd0a8"/><path d="M27 11h2v14h-2v4l-4-4h-9v-2h13z" fill="#8fb8a9"/><path d="M8 13h3l2-4 3 7 2-3h2" fill="none" stroke="#10211c" stroke-width="1.6"/>',
    ),
  cover: () =>
    `<div class="art">${svg(
      600,
      842,
      `<path d="M600 0v842H300C470 690 380 300 600 0z" fill="#173029"/><g fill="none" stroke="#2c5a4b" stroke-width="2">${[
        60, 110, 160, 210, 260, 310,
      ]
        .map((radius) => `<circle cx="560" cy="250" r="${radius}"/>`)
        .join(
          "",
        )}</g><circle cx="400" cy="250" r="13" fill="#5fd0a8"/><circle cx="470" cy="112" r="8" fill="#e8a860"/><circle cx="306" cy="199" r="6" fill="#8fb8a9"/>`,
    )}</div>`,
};

export const figure = (name, alt, labels) => FIGURES[name](alt, labels);
