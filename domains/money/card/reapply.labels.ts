import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** The labels of the call's inputs. */
export const reapplyInputLabels = {
  icCardId: ['原卡', '原卡', 'Old card'],
  newIcCardNo: ['新卡号', '新卡號', 'New card number'],
  csrReason: ['补卡原因', '補卡原因', 'Reason'],
} as const satisfies Readonly<Record<string, Words>>;

export const reapplyRefusals = {
  'reapply.moving': [
    '原卡余额正在变动，请稍后重试',
    '原卡餘額正在變動，請稍後重試',
    "The old card's balance is changing at this moment; please try again",
  ],
} as const satisfies RefusalTable;
