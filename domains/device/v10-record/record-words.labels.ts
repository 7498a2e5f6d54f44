import type { Words } from '#kit/fields/words.ts';

/** The words of the page of v1.0 records. */
export const recordWords = {
  view: ['记录类型', '記錄類型', 'Which records'],
  facts: ['摘要', '摘要', 'Summary'],
  gun: ['{n}号枪', '{n}號槍', 'Gun {n}'],
  periods: ['分时段明细', '分時段明細', 'Periods'],
  slots: ['48时段电量', '48時段電量', 'Energy of the 48 half hours'],
  slotsHint: ['按站点的一天，每半小时一柱', '按站點的一天，每半小時一柱', 'One bar for each half hour of the station’s day'],
  noEnergy: ['没有充入电量', '沒有充入電量', 'No energy was charged'],
  exceptions: ['异常', '異常', 'Exceptions'],
  noExceptions: ['无异常', '無異常', 'No exceptions'],
  states: ['状态', '狀態', 'States'],
  exceptionNo: ['异常 {n}', '異常 {n}', 'Exception {n}'],
  stateNo: ['状态 {n}', '狀態 {n}', 'State {n}'],
  happening: ['发生', '發生', 'Happening'],
  ended: ['已结束', '已結束', 'Ended'],
  kept: ['状态变化时及每5分钟保存一条', '狀態變化時及每5分鐘保存一條', 'Stored on each change and every 5 minutes'],
  members: ['报文内容', '報文內容', 'Content'],
} as const satisfies Readonly<Record<string, Words>>;

/** The bits of the status text; those of the guns follow from their numbers. */
export const statusWords: Readonly<Record<number, Words>> = {
  0: ['在线', '線上', 'Online'],
  1: ['门打开', '門開啟', 'Door open'],
  2: ['急停', '急停', 'Emergency stop'],
  3: ['1号枪已插枪', '1號槍已插槍', 'Gun 1 plugged in'],
  4: ['2号枪已插枪', '2號槍已插槍', 'Gun 2 plugged in'],
  5: ['3号枪已插枪', '3號槍已插槍', 'Gun 3 plugged in'],
  6: ['4号枪已插枪', '4號槍已插槍', 'Gun 4 plugged in'],
  7: ['1号枪充电中', '1號槍充電中', 'Gun 1 charging'],
  8: ['2号枪充电中', '2號槍充電中', 'Gun 2 charging'],
  9: ['3号枪充电中', '3號槍充電中', 'Gun 3 charging'],
  10: ['4号枪充电中', '4號槍充電中', 'Gun 4 charging'],
  11: ['离线模式', '離線模式', 'Offline mode'],
  12: ['升级中', '升級中', 'Upgrading'],
};
