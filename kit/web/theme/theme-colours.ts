import { PRIMARY } from './theme-store.ts';
import type { ColorScheme } from './theme-store.ts';

/** The shades of a theme colour for links and buttons. */
export interface Tones {
  readonly primary: string;
  /** For text and links: a contrast of 4.5 on every surface. */
  readonly link: string;
  readonly hover: string;
  readonly selected: string;
  /** For filled buttons with white text, which must be readable in the hover colour as well. */
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
/**
 * The background of the page in the light theme. In the dark theme it is the darkest surface, so text that is readable on other surfaces is
 * readable on it.
 */
const PAGE = '#f3f5f8';
/** A little more than the required 4.5, because rounding a colour reduces the contrast. */
const READABLE = 4.6;

/** The shades of a colour that the viewer chose; those of the default colour are fixed. */
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

/** The contrast ratio of WCAG 2: 1 for equal colours, 21 for black on white. */
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
