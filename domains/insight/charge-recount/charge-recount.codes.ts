import { codeTable } from '#kit/fields/codes.ts';

export const recountState = codeTable({
  dictCode: 'recount_state',
  title: ['重算状态', '重算狀態', 'State'],
  items: {
    waiting: { value: 0, words: ['等待', '等待', 'Waiting'], tone: 'quiet' },
    running: { value: 1, words: ['进行中', '進行中', 'Running'] },
    done: { value: 2, words: ['已完成', '已完成', 'Done'], tone: 'good' },
    failed: { value: 3, words: ['失败', '失敗', 'Failed'], tone: 'bad' },
  },
});
