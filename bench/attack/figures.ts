/** What an attack measured, and its limit. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly holds: 'at most' | 'at least';
  readonly limit: number;
  readonly unit: string;
}

export const atMost = (what: string, measured: number, limit: { readonly of: number; readonly unit: string }): Figure => ({
  what,
  measured,
  holds: 'at most',
  limit: limit.of,
  unit: limit.unit,
});

export const atLeast = (what: string, measured: number, limit: { readonly of: number; readonly unit: string }): Figure => ({
  ...atMost(what, measured, limit),
  holds: 'at least',
});

/** Something that must not happen. */
export const never = (what: string, measured: number): Figure => atMost(what, measured, { of: 0, unit: '' });

export const isMet = ({ measured, holds, limit }: Figure): boolean => (holds === 'at most' ? measured <= limit : measured >= limit);

/** One line: the figure and its limit. */
export const lineOf = (figure: Figure): string => {
  const { what, measured, holds, limit, unit } = figure;
  const shown = `${rounded(measured)}${unit && ` ${unit}`}`;
  return `  ${isMet(figure) ? 'kept  ' : 'MISSED'}  ${what.padEnd(WHAT_WIDTH)} ${shown.padStart(SHOWN_WIDTH)}   ${holds} ${rounded(limit)}${unit && ` ${unit}`}`;
};

const WHAT_WIDTH = 68;
const SHOWN_WIDTH = 12;
const rounded = (value: number): string => (Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(1));
