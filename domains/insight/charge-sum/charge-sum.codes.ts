import { codeTable } from '#kit/fields/codes.ts';

/** The length of a period by which charges are added up. */
export const statUnit = codeTable({
  dictCode: 'stat_unit',
  title: ['统计周期', '統計週期', 'By'],
  items: {
    day: { value: 2, words: ['按日', '按日', 'Day'] },
    month: { value: 3, words: ['按月', '按月', 'Month'] },
    year: { value: 4, words: ['按年', '按年', 'Year'] },
  },
});

/** What a row of `charge_sum` is of. Those of parties have the codes of `mainPartType`. */
export const statSubject = { station: 0, pile: 5, gun: 6 } as const;

/** The unit that only stations are added up by, beside those of `statUnit`. */
export const HOUR_UNIT = 1;
