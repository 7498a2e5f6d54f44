import { codeTable, valuesOf } from '#kit/fields/codes.ts';

/** The states of a reservation. */
export const reservationState = codeTable({
  dictCode: 'reservation_state',
  title: ['预约状态', '預約狀態', 'Reservation state'],
  items: {
    reserved: { value: 1, words: ['预约中', '預約中', 'Reserved'], tone: 'warn' },
    arrived: { value: 2, words: ['已到场', '已到場', 'Arrived'], tone: 'good' },
    cancelled: { value: 3, words: ['已取消', '已取消', 'Cancelled'], tone: 'quiet' },
    expired: { value: 4, words: ['已过期', '已過期', 'Expired'], tone: 'bad' },
    unpaid: { value: 5, words: ['待支付', '待支付', 'Waits for payment'], tone: 'busy' },
    lapsed: { value: 6, words: ['超时未支付', '逾時未支付', 'Not paid in time'], tone: 'quiet' },
  },
});

/** States in which the window of a reservation belongs to nobody else. */
export const liveReservationStates: readonly number[] = [valuesOf(reservationState).reserved, valuesOf(reservationState).unpaid];

/** What the pile knows of a reservation, by the last command about it and the answer. */
export const reservationToldState = codeTable({
  dictCode: 'reservation_told_state',
  title: ['电桩状态', '電樁狀態', 'Told to the pile'],
  items: {
    notTold: { value: 0, words: ['未下发', '未下發', 'Not told'], tone: 'quiet' },
    telling: { value: 1, words: ['下发中', '下發中', 'Being told'], tone: 'busy' },
    told: { value: 2, words: ['已下发', '已下發', 'Told'], tone: 'good' },
    refused: { value: 3, words: ['电桩拒绝', '電樁拒絕', 'The pile refused'], tone: 'warn' },
    silent: { value: 4, words: ['电桩未应答', '電樁未回應', 'No answer'], tone: 'warn' },
    freeing: { value: 5, words: ['释放中', '釋放中', 'Being freed'], tone: 'busy' },
    freed: { value: 6, words: ['已释放', '已釋放', 'Freed'], tone: 'quiet' },
    notFreed: { value: 7, words: ['未能释放', '未能釋放', 'Not freed'], tone: 'bad' },
  },
});
