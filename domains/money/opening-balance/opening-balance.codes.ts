import { codeTable } from '#kit/fields/codes.ts';

export const openingState = codeTable({
  dictCode: 'opening_state',
  title: ['期初余额状态', '期初餘額狀態', 'State of an opening balance'],
  items: {
    proposed: { value: 0, words: ['待复核', '待複核', 'Waits for a second person'], tone: 'busy' },
    booked: { value: 1, words: ['已入账', '已入帳', 'Booked'], tone: 'good' },
    declined: { value: 2, words: ['已拒绝', '已拒絕', 'Declined'], tone: 'quiet' },
  },
});
