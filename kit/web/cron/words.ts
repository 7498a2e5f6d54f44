import type { PartName } from '#engines/cron/part.ts';
import type { Words } from '#kit/fields/words.ts';

export const cronWords = {
  title: ['cron表达式', 'cron表達式', 'Cron expression'],
  open: ['编辑cron表达式', '編輯cron表達式', 'Edit the cron expression'],
  parts: ['表达式各段', '表達式各段', 'Parts of the expression'],
  mode: ['“{part}”的方式', '「{part}」的方式', 'How {part} is set'],
  every: ['每{unit}', '每{unit}', 'Every {unit}'],
  unsetDay: ['不指定，由周决定', '不指定，由週決定', 'Not set: the week decides'],
  unsetWeek: ['不指定，由日决定', '不指定，由日決定', 'Not set: the day decides'],
  range: ['区间', '區間', 'Range'],
  from: ['从', '從', 'from'],
  to: ['到', '到', 'to'],
  loop: ['循环', '循環', 'Loop'],
  start: ['开始于', '開始於', 'starting at'],
  step: ['间隔', '間隔', 'every'],
  workday: ['最接近的工作日', '最接近的工作日', 'Nearest workday'],
  workdayOf: ['日期', '日期', 'to day'],
  last: ['本月最后一天', '本月最後一天', 'Last day of the month'],
  before: ['提前天数', '提前天數', 'days before it'],
  lastWorkday: ['本月最后一个工作日', '本月最後一個工作日', 'Last workday of the month'],
  lastOf: ['本月最后一个', '本月最後一個', 'Last of the month'],
  nth: ['本月第几个', '本月第幾個', 'Of the month'],
  count: ['第几个', '第幾個', 'the'],
  weekday: ['星期', '星期', 'weekday'],
  list: ['指定', '指定', 'Chosen'],
  mixed: ['已按值展开：{text}', '已按值展開：{text}', 'Shown value by value: {text}'],
  runs: ['最近10次运行时间', '最近10次執行時間', 'Next 10 runs'],
  zone: ['时区 {zone}', '時區 {zone}', 'Time zone {zone}'],
  runsFew: ['此后不再运行', '此後不再執行', 'No runs after these'],
  counting: ['计算中…', '計算中…', 'Counting…'],
} as const satisfies Readonly<Record<string, Words>>;

/** The unit of each part. */
export const unitWords = {
  second: ['秒', '秒', 'second'],
  minute: ['分钟', '分鐘', 'minute'],
  hour: ['小时', '小時', 'hour'],
  day: ['日', '日', 'day'],
  month: ['月', '月', 'month'],
  week: ['日', '日', 'day of the week'],
  year: ['年', '年', 'year'],
} as const satisfies Readonly<Record<PartName, Words>>;
