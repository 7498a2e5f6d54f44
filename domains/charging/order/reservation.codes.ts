import { codeTable } from '#kit/fields/codes.ts';

/** The states of a reservation. */
export const reservationState = codeTable({
  dictCode: 'reservation_state',
  title: ['预约状态', '預約狀態', 'Reservation state'],
  items: {
    reserved: { value: 1, words: ['预约中', '預約中', 'Reserved'], tone: 'warn' },
    arrived: { value: 2, words: ['已到场', '已到場', 'Arrived'], tone: 'good' },
    cancelled: { value: 3, words: ['已取消', '已取消', 'Cancelled'], tone: 'quiet' },
    expired: { value: 4, words: ['已过期', '已過期', 'Expired'], tone: 'bad' },
  },
});
