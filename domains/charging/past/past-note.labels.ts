import type { Words } from '#kit/fields/words.ts';

export const pastWords = {
  filling: [
    '演示历史数据生成中：已完成 {share}，完成前较早日期的数据会继续增加',
    '示範歷史資料產生中：已完成 {share}，完成前較早日期的資料會繼續增加',
    'The past of the demo is being entered: {share} so far. Until it is complete, figures of earlier days grow',
  ],
} as const satisfies Readonly<Record<string, Words>>;
