import { PRIMARY } from './theme-store.ts';
import type { ColorScheme } from './theme-store.ts';

/** What a theme colour becomes where words, fields and buttons need it. */
export interface Tones {
  readonly primary: string;
  /** Words and links: a contrast of 4.5 on every surface they stand on. */
  readonly link: string;
  readonly hover: string;
  readonly selected: string;
  /** Filled buttons under white words, which have to be read under the pointer too. */
  readonly button: string;
  readonly buttonHover: string;
  readonly buttonActive: string;
}

const defaultTones: Readonly<Record<ColorScheme, Tones>> = {
  light: {
    primary: PRIMARY,
    link: '#096DD9',
    hover: '#f1f7fe',
    selected: '#edf6ff',
    button: '#096DD9',
    buttonHover: '#0861c4',
    buttonActive: '#0756ab',
  },
  dark: {
    primary: PRIMARY,
    link: '#62b2ff',
    hover: '#1c2733',
    selected: '#14304c',
    button: '#096DD9',
    buttonHover: '#0861c4',
    buttonActive: '#0756ab',
  },
};

const WHITE = '#ffffff';
const BLACK = '#000000';
const NIGHT = '#161c23';
/** Behind all surfaces by day; by night it is the darkest, so that what is read on them is read on it. */
const PAGE = '#f3f5f8';
/** A little above what is asked for, since rounding a colour loses some. */
const READABLE = 4.6;

/** The tones of a colour that the viewer chose; those of our own are chosen by eye. */
export const tonesOf = (colorScheme: ColorScheme, colour: string): Tones => {
  if (!/^#[0-9a-f]{6}$/i.test(colour) || colour.toLowerCase() === PRIMARY.toLowerCase()) return defaultTones[colorScheme];
  const surface = colorScheme === 'dark' ? NIGHT : WHITE;
  const selected = mix(surface, colour, colorScheme === 'dark' ? 0.25 : 0.08);
  const button = shadeUntil(colour, BLACK, (shade) => contrast(shade, WHITE) >= READABLE);
  return {
    primary: colour,
    link: shadeUntil(colour, colorScheme === 'dark' ? WHITE : BLACK, (shade) =>
      (colorScheme === 'dark' ? [selected] : [selected, PAGE]).every((ground) => contrast(shade, ground) >= READABLE),
    ),
    hover: mix(surface, colour, colorScheme === 'dark' ? 0.12 : 0.05),
    selected,
    button,
    buttonHover: mix(button, BLACK, 0.1),
    buttonActive: mix(button, BLACK, 0.2),
  };
};

const STEP = 0.04;

const shadeUntil = (colour: string, towards: string, enough: (shade: string) => boolean): string => {
  for (let share = 0; share < 1; share += STEP) {
    const shade = mix(colour, towards, share);
    if (enough(shade)) return shade;
  }
  return towards;
};

const channels = (colour: string): readonly number[] => [1, 3, 5].map((offset) => Number.parseInt(colour.slice(offset, offset + 2), 16));

const mix = (colour: string, otherColour: string, share: number): string => {
  const second = channels(otherColour);
  const mixed = channels(colour).map((value, index) => Math.round(value + ((second[index] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/** Of WCAG 2: 1 for alike, 21 for black on white. */
export const contrast = (first: string, second: string): number => {
  const [dark = 0, bright = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
