import type { Words } from '#kit/fields/words.ts';

/** The names of months in headings. */
const monthNames: readonly Words[] = [
  ['1月', '1月', 'Jan'],
  ['2月', '2月', 'Feb'],
  ['3月', '3月', 'Mar'],
  ['4月', '4月', 'Apr'],
  ['5月', '5月', 'May'],
  ['6月', '6月', 'Jun'],
  ['7月', '7月', 'Jul'],
  ['8月', '8月', 'Aug'],
  ['9月', '9月', 'Sep'],
  ['10月', '10月', 'Oct'],
  ['11月', '11月', 'Nov'],
  ['12月', '12月', 'Dec'],
];

/** The number and the name of a month, as arguments of a text. */
export const monthArgs = (say: (words: Words) => string, month: number): { readonly month: number; readonly name: string } => ({
  month,
  name: say(monthNames[month - 1] ?? ['', '', '']),
});

/** The texts of every editor of months and periods. */
export const editorWords = {
  back: ['返回策略列表', '返回策略列表', 'Back to the rules'],
  month: ['{month}月', '{month}月', '{name}'],
  inUse: ['使用中', '使用中', 'In use'],
  locked: ['已锁定', '已鎖定', 'Locked'],
  changed: ['未保存', '未儲存', 'Edited'],
  hours: ['{n} 小时', '{n} 小時', '{n} h'],
  start: ['开始', '開始', 'Start'],
  length: ['时长', '時長', 'Length'],
  endsCross: [
    '结束时间须逐行递增，最后一段结束于 24:00',
    '結束時間須逐列遞增，最後一段結束於 24:00',
    'Ends must grow from row to row, and the last period ends at 24:00',
  ],
  tools: ['操作', '操作', 'Actions'],
  end: ['结束', '結束', 'End'],
  split: ['拆分', '拆分', 'Split'],
  remove: ['删除', '刪除', 'Delete'],
  add: ['添加时段', '新增時段', 'Add a period'],
  full: ['最多48段', '最多48段', '48 periods at most'],
  shortest: ['半小时不能再拆分', '半小時不能再拆分', 'Half an hour is the shortest'],
  onlyOne: ['至少保留一个时段', '至少保留一個時段', 'One period must remain'],
  count: ['{n} 段', '{n} 段', '{n} periods'],
  border: ['{time} 的时段边界', '{time} 的時段邊界', 'Border at {time}'],
  copyMonth: ['复制到其他月份', '複製到其他月份', 'Copy to months'],
  copySavesFirst: ['将先保存未保存的修改', '將先儲存未儲存的修改', 'What you changed is saved first'],
  allEditable: ['全部可修改的', '全部可修改的', 'All that can change'],
  noTargets: ['没有可修改的月份', '沒有可修改的月份', 'No other month can be changed'],
  none: ['清空', '清空', 'None'],
  deleteMonth: ['清空本月', '清空本月', 'Clear this month'],
  undo: ['撤销', '復原', 'Undo'],
  discard: ['放弃本月修改', '放棄本月修改', 'Discard changes'],
  save: ['保存', '儲存', 'Save'],
  saveMany: ['保存 {n} 个月', '儲存 {n} 個月', 'Save {n} months'],
  pileCount: ['使用电桩', '使用電樁', 'Piles'],
  copyFrom: ['从{month}月复制', '從{month}月複製', 'Copy {name}'],
  day: ['{month}月的一天', '{month}月的一天', 'A day in {name}'],
} as const satisfies Readonly<Record<string, Words>>;
