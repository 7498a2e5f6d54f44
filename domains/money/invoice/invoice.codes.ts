import { codeTable } from '#kit/fields/codes.ts';

/**
 * The state of a red-dash reversal, which cancels an issued invoice. The specification names the states without numbers; the numbers were chosen
 * here.
 */
export const redDashState = codeTable({
  dictCode: 'red_dash_state',
  title: ['红冲状态', '沖紅狀態', 'Reversal of an invoice'],
  items: {
    none: { value: 0, words: ['未红冲', '未沖紅', 'None'], tone: 'quiet' },
    running: { value: 1, words: ['红冲中', '沖紅中', 'In progress'], tone: 'busy' },
    proceeded: { value: 2, words: ['已红冲', '已沖紅', 'Reversed'], tone: 'good' },
    rejected: { value: 3, words: ['红冲驳回', '沖紅駁回', 'Rejected'], tone: 'bad' },
  },
});
