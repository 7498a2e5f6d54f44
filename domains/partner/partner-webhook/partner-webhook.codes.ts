import { codeTable } from '#kit/fields/codes.ts';

/** What a webhook tells. */
export const hookEvent = codeTable({
  dictCode: 'partner_hook_event',
  title: ['推送事件', '推送事件', 'Event of a webhook'],
  items: {
    charge: { value: 1, words: ['充电状态', '充電狀態', 'Charges'] },
    gun: { value: 2, words: ['枪状态', '槍狀態', 'Guns'] },
  },
});
