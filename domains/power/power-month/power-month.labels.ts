import type { Words } from '#kit/fields/words.ts';

/** The texts of the editor of a power control's months, besides those of every such editor. */
export const powerWords = {
  year: ['全年功率', '全年功率', 'The year'],
  setOf: ['已设置 {n}/12 个月', '已設定 {n}/12 個月', '{n} of 12 months set'],
  unset: ['未设置', '未設定', 'Not set'],
  allUnset: ['全部未设置的', '全部未設定的', 'All that are not set'],
  replaces: ['将替换 {n} 个月已有的时段', '將取代 {n} 個月已有的時段', 'Replaces the periods that {n} of them have'],
  copyMonthOf: ['将{month}月的时段复制到', '將{month}月的時段複製到', 'Copy the periods of {name} to'],
  askDelete: ['清空{month}月的全部时段？', '清空{month}月的全部時段？', 'Clear all periods of {name}?'],
  saved: ['时段已保存', '時段已儲存', 'Periods saved'],
  rated: ['额定', '額定', 'Rated'],
  ratedHint: ['0 表示按电桩额定功率分配', '0 表示按電樁額定功率分配', '0 allows the rated power of the pile'],
  readOnly: ['您没有修改权限，只能查看', '您沒有修改權限，只能檢視', 'You may look at these periods but not change them'],
  periods: ['时段', '時段', 'Periods'],
  noPeriods: ['本月还没有时段', '本月還沒有時段', 'This month has no periods yet'],
  noPeriodsHint: [
    '从全天额定功率开始，或从已设置的月份复制',
    '從全天額定功率開始，或從已設定的月份複製',
    'Begin with the rated power all day, or copy a month that is set',
  ],
  begin: ['全天额定功率', '全天額定功率', 'Rated power all day'],
  wrong: ['{month}月有 {n} 处需要修改', '{month}月有 {n} 處需要修改', '{name}: {n} to correct'],
  changingPower: ['控制功率', '控制功率', 'Power'],
  changingPowerMin: ['最小功率', '最小功率', 'Least power'],
  changingSoc: ['限功率SOC', '限功率SOC', 'Limited from SOC'],
  endAction: ['时段结束时', '時段結束時', 'At its end'],
} as const satisfies Readonly<Record<string, Words>>;
