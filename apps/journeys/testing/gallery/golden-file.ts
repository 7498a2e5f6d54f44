import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { colourNames } from './colours.ts';
import type { DrawnElement, DrawnGallery, ThemeColours } from './drawn.ts';
import { linesOfExhibit } from './golden-text.ts';

const FILE = path.resolve(import.meta.dirname, '../../goldens/gallery.txt');
const NOTATION = `How the browser draws each widget of the gallery in each of its states: in a wide window by day, in the same window by night, and on a phone.
To write it anew: UPDATE_GOLDENS=1 npx vitest run --config vitest.journey.config.ts gallery.journey

Each state begins with its size, followed by every visible element; elements inside another stand in { }:
  12,8 73x30   12 px from the left edge of its parent, 8 px below everything before it there; width x height
  >8,2 73x30   8 px to the right of the element before it, 2 px below the top of that element; without ",2" both tops are level
  281|344      in the wide window | on the phone, where they differ; 281~ grows and shrinks with its parent
  wide, phone  only in that window; "look | look" where the phone has another look, - for none
  13/600 bad   size / weight of letters, and colour; 13/400 text is not written
  on soft; border 2 line; top line   background; width and colour of the border, where a width of 1 is not written; the border of one side
  "a text"     the text; <long name> stands for the name in the exhibits that is too long for most places
  as empty     the difference from the state empty: =4 keeps four elements, -2 drops two, ~ marks one with other elements inside
  3 x; &       three equal elements; the difference from the element before

`;

/** The gallery in its three windows, and the colours of the theme by day and by night. */
export interface GalleryWindows {
  readonly light: DrawnGallery;
  readonly dark: DrawnGallery;
  readonly phone: DrawnGallery;
  readonly colours: { readonly light: ThemeColours; readonly dark: ThemeColours };
}

/** Sections of the golden by their titles: one for each exhibit, and one for the colours. */
export type GoldenSections = Readonly<Record<string, string>>;

const sectionsOf = ({ light, dark, phone, colours }: GalleryWindows): GoldenSections => {
  const names = colourNames(colours.light, colours.dark);
  const exhibits = Object.entries(light).map(([exhibit, states]) => {
    const windows = Object.entries(states).flatMap(([state, element]) => {
      const [night, small] = [dark[exhibit]?.[state], phone[exhibit]?.[state]];
      return night && small ? [[state, { light: element, dark: night, phone: small }] as const] : [];
    });
    return [exhibit, linesOfExhibit(Object.fromEntries(windows), names).join('\n')] as const;
  });
  return Object.fromEntries<string>([['colours', names.lines.join('\n')], ...exhibits]);
};

/** What does not depend on the colours: the states of each exhibit, and the position, size and text of every element. */
export const shapesOf = (gallery: DrawnGallery): GoldenSections =>
  mapped(gallery, (states) =>
    Object.entries(states)
      .flatMap(([state, element]) => [`== ${state}`, ...shapeOf(element)])
      .join('\n'),
  );

const shapeOf = ({ tag, left, top, width, height, text, inner }: DrawnElement): readonly string[] => [
  `${tag} ${[left, top, width, height].map(Math.round).join(' ')} ${text}`,
  ...inner.flatMap((element) => shapeOf(element).map((line) => ` ${line}`)),
];

/** The names of the states of each exhibit. */
export const statesOf = (gallery: DrawnGallery): GoldenSections => mapped(gallery, (states) => Object.keys(states).join(' '));

const mapped = <Value>(gallery: DrawnGallery, textOf: (states: DrawnGallery[string]) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(gallery).map(([exhibit, states]) => [exhibit, textOf(states)]));

/**
 * Compares the gallery with the golden until they are equal or the time is over, and returns the last reading. UPDATE_GOLDENS=1 writes the golden
 * anew.
 */
export const expectAsReviewed = async (read: () => Promise<GalleryWindows>): Promise<GalleryWindows> => {
  if (process.env['UPDATE_GOLDENS'] === '1') writeGolden((await readUntil(read, same)).sections);
  const reviewed = readGolden();
  const { windows, sections: found } = await readUntil(read, (now) => same(now, reviewed));
  expect(Object.keys(found), 'exhibits of the gallery').toEqual(Object.keys(reviewed));
  for (const [title, text] of Object.entries(found))
    expect.soft(text, `${title}: UPDATE_GOLDENS=1 writes it anew; read the difference`).toBe(reviewed[title]);
  return windows;
};

/** How long the exhibits may take to be drawn completely, on a busy machine. */
const SETTLED_MS = 60_000;
const PAUSE_MS = 250;

/** Reads until the condition holds or `SETTLED_MS` are over. */
const readUntil = async (
  read: () => Promise<GalleryWindows>,
  enough: (now: GoldenSections, before: GoldenSections) => boolean,
): Promise<{ readonly windows: GalleryWindows; readonly sections: GoldenSections }> => {
  const until = performance.now() + SETTLED_MS;
  let before: GoldenSections = {};
  for (;;) {
    const windows = await read();
    const sections = sectionsOf(windows);
    if (enough(sections, before) || performance.now() > until) return { windows, sections };
    before = sections;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const same = (one: GoldenSections, other: GoldenSections): boolean => Object.keys({ ...one, ...other }).every((title) => one[title] === other[title]);

const writeGolden = (sections: GoldenSections): void => {
  const texts = Object.entries(sections).map(([title, text]) => `${MARK}${title}\n${text}\n`);
  writeFileSync(FILE, [NOTATION, ...texts].join(''));
};
const readGolden = (): GoldenSections => {
  const [, ...sections] = readFileSync(FILE, 'utf8').split(`\n${MARK}`);
  return Object.fromEntries(sections.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n') + 1).trimEnd()]));
};
const MARK = '== ';
