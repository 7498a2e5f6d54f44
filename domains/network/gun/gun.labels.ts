import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { gun } from './gun.ts';

export const gunLabels = labels(gun, {
  noun: ['充电枪', '充電槍', 'Gun'],
  fields: {
    gunId: ['枪编号', '槍編號', 'Gun id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    gunWorkStat: ['工作状态', '工作狀態', 'Work state'],
    gunFaultType: ['故障', '故障', 'Fault'],
    chargingOrderNo: ['充电订单号', '充電訂單號', 'Order no.'],
    stateChangedAt: ['状态变更时间', '狀態變更時間', 'State since'],
    reportedAt: ['上报时间', '上報時間', 'Reported'],
    gunStopType: ['停止原因', '停止原因', 'Stop type'],
    gunStatusInfo: ['状态信息', '狀態資訊', 'Status info'],
    gunDcPositiveTemp: ['DC+温度', 'DC+溫度', 'DC+ temperature'],
    gunDcNegativeTemp: ['DC-温度', 'DC-溫度', 'DC- temperature'],
    cpVoltage: ['CP电压', 'CP電壓', 'CP voltage'],
    insulationVal: ['绝缘值', '絕緣值', 'Insulation'],
    onlineGunMaxPower: ['在线最大功率', '線上最大功率', 'Online power limit'],
    chargingVoltage: ['充电电压', '充電電壓', 'Voltage'],
    chargingCurrent: ['充电电流', '充電電流', 'Current'],
    chargingPower: ['充电功率', '充電功率', 'Power'],
    chargingSoc: ['SOC', 'SOC', 'SOC'],
    bmsVoltage: ['BMS电压', 'BMS電壓', 'BMS voltage'],
    bmsCurrent: ['BMS电流', 'BMS電流', 'BMS current'],
    chargingElec: ['已充电量', '已充電量', 'Energy'],
    chargingAmount: ['已充金额', '已充金額', 'Amount'],
    chargingRemainingMin: ['剩余时间', '剩餘時間', 'Remaining'],
    currency: ['币种', '幣別', 'Currency'],
    timezone: ['站点时区', '站點時區', 'Station time zone'],
  },
});

export const gunRefusals = {
  'gun.charging': [
    '该枪正在充电或已被预约，不能禁用',
    '該槍正在充電或已被預約，不能停用',
    'The gun is charging or reserved and cannot be taken out of service',
  ],
} as const satisfies RefusalTable;

/** The texts about guns besides the labels of their fields. */
export const gunWords = {
  tab: ['充电枪', '充電槍', 'Guns'],
  gunNo: ['{n}号枪', '{n}號槍', 'Gun {n}'],
  enable: ['启用', '啟用', 'Enable'],
  disable: ['禁用', '停用', 'Disable'],
  askEnable: ['启用 {cp} 的{n}号枪？', '啟用 {cp} 的{n}號槍？', 'Enable gun {n} of {cp}?'],
  askDisable: [
    '禁用 {cp} 的{n}号枪？禁用后不能充电。',
    '停用 {cp} 的{n}號槍？停用後不能充電。',
    'Disable gun {n} of {cp}? Nobody can charge with it then.',
  ],
  remaining: ['剩余 {n} 分钟', '剩餘 {n} 分鐘', '{n} min left'],
  none: ['该桩没有充电枪', '該樁沒有充電槍', 'The pile has no guns'],
} as const satisfies Readonly<Record<string, Words>>;
