/** The secret and the codes of the piles and cards of a benchmark. */
export const SECRET = '0123456789abcdef';
export const pileCode = (index: number): string => `B${String(index).padStart(6, '0')}`;
export const cardNo = (index: number): string => `BC${String(index).padStart(8, '0')}`;
