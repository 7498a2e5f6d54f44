import type { Words } from '#kit/fields/words.ts';

export const findWords = {
  find: ['从报表查找', '從報表查找', 'Find from figures'],
  byStationDay: ['某站某日的订单', '某站某日的訂單', 'A day of a station'],
  byPileDay: ['某桩某日的订单', '某樁某日的訂單', 'A day of a pile'],
  byPiles: ['选择电桩', '選擇電樁', 'Choose piles'],
  cpCode: ['桩编号', '樁編號', 'Pile code'],
  cpName: ['桩名称', '樁名稱', 'Pile name'],
  station: ['站点', '站點', 'Station'],
  workState: ['工作状态', '工作狀態', 'Work state'],
} as const satisfies Readonly<Record<string, Words>>;
