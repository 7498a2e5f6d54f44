import { commentStatus as statuses, machineVerdict as verdicts } from '#engines/marketing/comment.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** The specification names no fields; numbers and words are ours. */
export const commentStatus = codeTable({
  dictCode: 'comment_status',
  title: ['评论状态', '評論狀態', 'Comment status'],
  items: {
    pending: { value: statuses.pending, words: ['待审核', '待審核', 'To be judged'], tone: 'warn' },
    published: { value: statuses.published, words: ['已发布', '已發佈', 'Published'], tone: 'good' },
    rejected: { value: statuses.rejected, words: ['已驳回', '已駁回', 'Rejected'], tone: 'bad' },
    hidden: { value: statuses.hidden, words: ['已隐藏', '已隱藏', 'Hidden'], tone: 'quiet' },
  },
});

export const machineVerdict = codeTable({
  dictCode: 'comment_machine_verdict',
  title: ['机审结果', '機審結果', 'Machine check'],
  items: {
    pass: { value: verdicts.pass, words: ['通过', '通過', 'Clean'], tone: 'good' },
    review: { value: verdicts.review, words: ['需人工', '需人工', 'Look closely'], tone: 'warn' },
    block: { value: verdicts.block, words: ['含屏蔽词', '含屏蔽詞', 'Blocked word'], tone: 'bad' },
  },
});

/** What a driver can tick. */
export const commentTag = codeTable({
  dictCode: 'comment_tag',
  title: ['评论标签', '評論標籤', 'Comment tag'],
  items: {
    fast: { value: 'fast', words: ['充电快', '充電快', 'Fast'] },
    easyToFind: { value: 'easy_to_find', words: ['好找', '好找', 'Easy to find'] },
    clean: { value: 'clean', words: ['整洁', '整潔', 'Clean'] },
    fairPrice: { value: 'fair_price', words: ['价格实惠', '價格實惠', 'Fair price'] },
    slow: { value: 'slow', words: ['充电慢', '充電慢', 'Slow'] },
    faulty: { value: 'faulty', words: ['设备故障', '設備故障', 'Faulty'] },
    occupied: { value: 'occupied', words: ['车位被占', '車位被占', 'Bay occupied'] },
    dark: { value: 'dark', words: ['照明不足', '照明不足', 'Badly lit'] },
  },
});
