import { AREA_ROOT } from './area.ts';

/** Six digits: two for the province, two for the city, two for the district; zeros for lower levels. */
const LEVEL_DIGITS = [2, 4, 6] as const;
const CODE_DIGITS = 6;

/** 1 for a province, 2 for a city, 3 for a district; 0 for an invalid code. */
export const levelOf = (id: string): 0 | 1 | 2 | 3 => {
  if (!/^[1-9]\d{5}$/u.test(id)) return 0;
  if (id.endsWith('0000')) return 1;
  return id.endsWith('00') ? 2 : 3;
};

/** The codes from the province down to the area. */
export const codePath = (id: string): readonly string[] =>
  LEVEL_DIGITS.slice(0, levelOf(id)).map((digits) => id.slice(0, digits).padEnd(CODE_DIGITS, '0'));

export const parentOf = (id: string): string => codePath(id).at(-2) ?? AREA_ROOT;
