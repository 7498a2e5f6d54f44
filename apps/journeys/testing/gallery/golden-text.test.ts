import { expect, test } from 'vitest';
import { colourNames } from './colours.ts';
import type { DrawnElement } from './drawn.ts';
import { linesOfExhibit } from './golden-text.ts';
import type { StateInWindows } from './merged-windows.ts';

const colours = colourNames(
  { text: '#1b2530', surface: '#ffffff', line: '#e4e9ef', bad: '#b3261e' },
  { text: '#e2e8ef', surface: '#161c23', line: '#28323d', bad: '#ff968c' },
);

type Corners = readonly [left: number, top: number, width: number, height: number];
interface Contents {
  readonly look?: string;
  readonly text?: string;
  readonly inner?: readonly DrawnElement[];
}
const at = ([left, top, width, height]: Corners, { look = '', text = '', inner = [] }: Contents): DrawnElement => ({
  tag: 'div.',
  left,
  top,
  width,
  height,
  look,
  text,
  inner,
});

/** A label, and two boxes with a word in each; on the phone they are wider and lie below each other. */
const drawn = ({ isNight = false, isPhone = false, word = 'North' }): DrawnElement => {
  const [ink, paper] = isNight ? ['#e2e8ef', '#161c23'] : ['#1b2530', '#ffffff'];
  const width = isPhone ? 344 : 300;
  const box = ([left, top]: readonly [number, number], text: string) =>
    at([left, top, isPhone ? width : 140, 30], {
      look: `on ${paper} border ${isNight ? '#28323d' : '#e4e9ef'}`,
      inner: [at([left + 8, top + 4, 40, 20], { look: `13/400 ${ink}`, text })],
    });
  const label = at([0, 0, 60, 20], { look: `12/600 ${ink}`, text: 'Places' });
  // What holds the boxes is not seen itself.
  const boxes = at([0, 24, width, isPhone ? 68 : 30], { inner: [box([0, 24], word), box(isPhone ? [0, 62] : [160, 24], 'South')] });
  return at([0, 0, width, isPhone ? 92 : 54], { inner: [label, boxes] });
};
const windows = (word?: string): StateInWindows => {
  const one = word === undefined ? {} : { word };
  return { light: drawn(one), dark: drawn({ ...one, isNight: true }), phone: drawn({ ...one, isPhone: true }) };
};
const states = () => ({ filled: windows(), renamed: windows('East') });

test('a state is told with what is seen in it, and the next one by what changes', () => {
  expect(linesOfExhibit(states(), colours)).toEqual([
    'filled 300|344x54|92',
    '  0,0 60x20 12/600 text "Places"; 0,4 140|344x30 on surface border line { 8,4 40x20 "North" }',
    '  >20|0,8 140|344x30 on surface border line { 8,4 40x20 "South" }',
    'renamed 300|344x54|92 as filled: =1; 0,4 140|344x30 on surface border line { 8,4 40x20 "East" }; -1; =1',
  ]);
});

/** Each of what is seen, by the way to it from the state. */
const pathsOf = ({ inner }: DrawnElement): readonly (readonly number[])[] =>
  inner.flatMap((element, n) => [...(element.look === '' ? [] : [[n]]), ...pathsOf(element).map((path) => [n, ...path])]);
const changedAt = (element: DrawnElement, [first, ...rest]: readonly number[], change: (one: DrawnElement) => DrawnElement): DrawnElement =>
  first === undefined ? change(element) : { ...element, inner: element.inner.map((one, n) => (n === first ? changedAt(one, rest, change) : one)) };

const all = ['light', 'dark', 'phone'] as const;
const both = ['light', 'phone'] as const;

// That by night nothing lies elsewhere than by day is for the journey to say.
test.each([
  ['a place across', both, (one: DrawnElement) => ({ ...one, left: one.left + 1 })],
  ['a place down', both, (one: DrawnElement) => ({ ...one, top: one.top + 1 })],
  ['a width', both, (one: DrawnElement) => ({ ...one, width: one.width + 1 })],
  ['a height', both, (one: DrawnElement) => ({ ...one, height: one.height + 1 })],
  ['a colour', all, (one: DrawnElement) => ({ ...one, look: one.look.replace(/#../u, '#77') })],
  ['a border or the weight of letters', all, (one: DrawnElement) => ({ ...one, look: `${one.look} shadow` })],
  ['a text', both, (one: DrawnElement) => ({ ...one, text: `${one.text}.` })],
  ['what is missing', both, (one: DrawnElement) => ({ ...one, look: '', text: '', inner: [] })],
] as const)('the lines tell %s in each window and of each element', (_name, where, change) => {
  const before = linesOfExhibit(states(), colours);
  for (const window of where) {
    const renamed = windows('East');
    const paths = pathsOf(renamed[window]);
    expect(paths).toHaveLength(5);
    for (const path of paths) {
      const lines = linesOfExhibit({ filled: windows(), renamed: { ...renamed, [window]: changedAt(renamed[window], path, change) } }, colours);
      expect([window, path, lines]).not.toEqual([window, path, before]);
    }
  }
});
