import { codeTable } from '#kit/fields/codes.ts';

/** The types of piles at which a car can charge. */
export const carPileType = codeTable({
  dictCode: 'car_pile_type',
  title: ['适用电桩', '適用電樁', 'Charges at'],
  items: {
    dc: { value: 1, words: ['直流', '直流', 'DC'] },
    ac: { value: 2, words: ['交流', '交流', 'AC'] },
    both: { value: 3, words: ['交直流', '交直流', 'DC and AC'] },
  },
});
