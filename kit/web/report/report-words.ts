import type { Words } from '#kit/fields/words.ts';

export const reportWords = {
  chooseOne: ['请选择一条记录', '請選擇一條記錄', 'Choose one record'],
  open: ['选择', '選擇', 'Pick'],
  pickRow: ['选择该行', '選擇該列', 'Choose this row'],
  pickAll: ['选择本页所有行', '選擇本頁所有列', 'Choose all rows of this page'],
  totals: ['合计', '合計', 'Totals'],
  byDay: ['按日走势', '按日走勢', 'By day'],
  pointOf: ['{day}：{value}', '{day}：{value}', '{day}: {value}'],
  mostOf: ['最高 {most}（{day}）', '最高 {most}（{day}）', 'Most: {most} on {day}'],
  chartOf: ['{figure}，{from} 至 {to}，最高 {most}', '{figure}，{from} 至 {to}，最高 {most}', '{figure}, {from} to {to}, at most {most}'],
} as const satisfies Readonly<Record<string, Words>>;
