import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { pointProgram } from './point-program.ts';

export const pointProgramLabels = labels(pointProgram, {
  noun: ['积分计划', '積分計畫', 'Point programme'],
  fields: {
    pointProgramId: ['计划编号', '計畫編號', 'Programme id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['所属运营商', '所屬營運商', 'Agent'],
    programName: ['计划名称', '計畫名稱', 'Name'],
    feature: ['已启用', '已啟用', 'On'],
    pointAmount: ['每积分价值', '每積分價值', 'Worth of a point'],
    stepPoints: ['抵扣单位', '折抵單位', 'Spent in steps of'],
    leastPoints: ['最低可用余额', '最低可用餘額', 'Least balance'],
    maxShare: ['最高抵扣比例', '最高折抵比例', 'Most of a bill'],
    lifeMode: ['有效期方式', '有效期方式', 'Points live'],
    lifeCount: ['有效期数值', '有效期數值', 'How long'],
    dayMaxPoints: ['每日最多获得', '每日最多獲得', 'Most in a day'],
    lockDays: ['获得后锁定天数', '獲得後鎖定天數', 'Days until they can be spent'],
    remark: ['备注', '備註', 'Remark'],
    currency: ['币种', '幣別', 'Currency'],
  },
  hints: {
    agentId: ['不选表示租户的计划', '不選表示租戶的計畫', 'Empty: the programme of the tenant'],
    pointAmount: ['客户持有积分后不可修改', '客戶持有積分後不可修改', 'It cannot change once customers have points'],
    stepPoints: ['只能按此整数倍抵扣', '只能按此整數倍折抵', 'Points are spent in multiples of this'],
    leastPoints: ['余额低于此数时不能抵扣', '餘額低於此數時不能折抵', 'Nothing is spent below this balance'],
    maxShare: ['积分最多抵扣应付金额的百分比', '積分最多折抵應付金額的百分比', 'The most that points pay of what is due'],
    lifeCount: [
      '月数；或第几个年底，1 表示当年年底',
      '月數；或第幾個年底，1 表示當年年底',
      'Months; or the n-th end of a year, 1 is the current year',
    ],
    dayMaxPoints: ['不填表示不限', '不填表示不限', 'Empty: no limit'],
    lockDays: [
      '充电获得的积分若干天后可用，期间退款先扣回；不填表示立即可用',
      '充電獲得的積分若干天後可用，期間退款先扣回；不填表示立即可用',
      'Points of a charge can be spent so many days later, so that a refund finds them; empty: at once',
    ],
  },
  actions: { toggleFeature: ['启用或停用', '啟用或停用', 'Switch on or off'] },
});

export const pointProgramInputLabels = {
  id: ['计划编号', '計畫編號', 'Programme id'],
  enable: ['启用', '啟用', 'On'],
} as const satisfies Readonly<Record<string, Words>>;

export const pointProgramRefusals = {
  'pointProgram.otherOn': ['请先停用“{name}”', '請先停用「{name}」', 'Switch {name} off first'],
  'pointProgram.worth': ['每积分价值须大于零', '每積分價值須大於零', 'A point has to be worth something'],
  'pointProgram.worthFixed': [
    '已有客户账户，每积分价值不能修改',
    '已有客戶帳戶，每積分價值不能修改',
    'Customers have points; their worth cannot change',
  ],
} as const satisfies RefusalTable;

/** The texts of the page. */
export const pointProgramWords = {
  menu: ['积分计划', '積分計畫', 'Point programmes'],
  switchOn: ['启用', '啟用', 'Switch on'],
  switchOff: ['停用', '停用', 'Switch off'],
  rules: ['积分规则', '積分規則', 'Rules'],
} as const satisfies Readonly<Record<string, Words>>;
