import { yesNo } from '#domains/system/resources.ts';
import { choice, count, longText, optional } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

const group = ['营销', '行銷', 'Marketing'] as const;

/** Words that no comment may contain, one a line. */
export const blockedWords = setting({
  key: 'comment.blockedWords',
  field: optional(longText({ max: 4_000 })),
  scope: 'tenant',
  group,
  words: ['评论屏蔽词', '評論屏蔽詞', 'Blocked words in comments'],
  hint: [
    '每行一个。全角、大小写和夹杂的符号不影响识别',
    '每行一個。全形、大小寫和夾雜的符號不影響識別',
    'One a line. Found in any width and case, and with signs between the letters',
  ],
});

/** Whether a comment without any doubt is published before a person has read it. */
export const publishAtOnce = setting({
  key: 'comment.publishAtOnce',
  field: withInitial(choice(yesNo), 0),
  scope: 'tenant',
  group,
  words: ['机审通过的评论直接发布', '機審通過的評論直接發佈', 'Publish clean comments at once'],
  hint: [
    '仅限三星及以上、作者已有三笔结算订单的评论',
    '僅限三星及以上、作者已有三筆結算訂單的評論',
    'Only with three stars or more, by authors with three settled orders or more',
  ],
});

/** The shortest charge that says something of a station. */
export const chargeMinSeconds = setting({
  key: 'comment.chargeMinSeconds',
  field: withInitial(count({ min: 0, max: 3_600, unit: 's' }), 60),
  scope: 'tenant',
  group,
  words: ['可评论的最短充电时长', '可評論的最短充電時長', 'Shortest charge that can be commented on'],
});
