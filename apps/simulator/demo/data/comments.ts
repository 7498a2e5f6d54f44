/** What a simulated driver says of a station after a charge. */
export interface SimulatedComment {
  readonly stars: number;
  readonly tags: readonly string[];
  readonly text: string;
}

/** With how often each is said. Some need a person to judge them. */
export const comments: readonly (readonly [weight: number, comment: SimulatedComment])[] = [
  [10, { stars: 5, tags: ['fast', 'clean'], text: '充电很快，站内整洁，下次还来。' }],
  [8, { stars: 5, tags: ['easy_to_find', 'fair_price'], text: '就在路口，很好找，价格也实惠。' }],
  [6, { stars: 4, tags: ['fast'], text: '功率稳定，晚上人少。' }],
  [5, { stars: 4, tags: ['clean'], text: '' }],
  [4, { stars: 3, tags: ['occupied'], text: '有油车占位，等了十分钟。' }],
  [3, { stars: 2, tags: ['slow'], text: '功率只有一半，充得慢。' }],
  [2, { stars: 2, tags: ['dark'], text: '晚上照明不足，看不清枪号。' }],
  [1, { stars: 1, tags: ['faulty'], text: '1 号枪连续两次启动失败，请尽快检修。' }],
  [1, { stars: 5, tags: [], text: '想优惠充电加我 13800138000' }],
];
