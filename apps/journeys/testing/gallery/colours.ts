import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ThemeColours } from './drawn.ts';

const themeStyles = readFileSync(path.resolve('kit/web/theme/theme.css'), 'utf8');
/** The colours of the theme, by the names of their custom properties. */
export const themeColourNames: readonly string[] = [
  ...new Set(Array.from(themeStyles.matchAll(/--co-([a-z-]+): #[0-9a-f]{6};/gu), ([, name = '']) => name)),
];

/** By day and by night. */
type ColourPair = readonly [light: string, dark: string];

/** Colours that the theme does not name: most are the component library's own. */
const others: Readonly<Record<string, ColourPair>> = {
  white: ['#ffffff', '#ffffff'],
  faint: ['#000000/0.25', '#ffffff/0.25'],
  disabled: ['#000000/0.04', '#ffffff/0.08'],
  'disabled-line': ['#d9d9d9', '#424242'],
  error: ['#d9363e', '#d1605d'],
  fill: ['#000000/0.06', '#ffffff/0.12'],
  'fill-less': ['#000000/0.02', '#ffffff/0.04'],
  ink: ['#000000', '#ffffff'],
  'ink-less': ['#545454', '#aaaaaa'],
  progress: ['#1890ff', '#177ddc'],
  'third-less': ['#697583/0.65', '#84909d/0.65'],
};

const COLOUR = /#[0-9a-f]{6}(?:\/[\d.]+)?/gu;

/** Replaces colours by names, each of which stands for one colour by day and one by night. */
export interface ColourNames {
  /** In the look of one element by day and by night. */
  readonly pairIn: (light: string, dark: string) => string;
  /** In a look by day alone. */
  readonly lightIn: (light: string) => string;
  /** All of them, a line each. */
  readonly lines: readonly string[];
}

export const colourNames = (light: ThemeColours, dark: ThemeColours): ColourNames => {
  const theme = Object.keys(light).map((name): readonly [string, ColourPair] => [name, [light[name] ?? '', dark[name] ?? '']]);
  const all = [...theme, ...Object.entries(others)];
  const byPair = new Map(all.toReversed().map(([name, pair]) => [pair.join(' '), name]));
  const byLight = new Map(all.toReversed().map(([name, [value]]) => [value, name]));
  const pairName = (one: string, other: string): string => byPair.get(`${one} ${other}`) ?? (one === other ? one : `${one}~${other}`);
  return {
    pairIn: (one, other) => {
      const night = other.match(COLOUR) ?? [];
      // Something else than a colour differs, so both are written.
      if (one.replaceAll(COLOUR, '') !== other.replaceAll(COLOUR, '')) return `by day (${one}) by night (${other})`;
      let at = 0;
      return one.replaceAll(COLOUR, (value) => pairName(value, night[at++] ?? ''));
    },
    lightIn: (one) => one.replaceAll(COLOUR, (value) => byLight.get(value) ?? value),
    lines: all.map(([name, [day, night]]) => `${name} ${day} ${night}`),
  };
};
