import { strategyType } from '#engines/order/codes.ts';
import type { Words } from '#kit/fields/words.ts';

/** What each charging strategy does; every charge also ends when the money is used up or somebody stops it. */
export const strategyNotes: Readonly<Record<(typeof strategyType)[keyof typeof strategyType], Words>> = {
  [strategyType.untilFull]: ['充到车辆充满为止', '充到車輛充滿為止', 'Charges until the car is full'],
  [strategyType.byAmount]: [
    '费用达到设定金额时停止，订单金额不会超过它',
    '費用達到設定金額時停止，訂單金額不會超過它',
    'Stops when the charge has cost this amount; the order never costs more',
  ],
  [strategyType.byEnergy]: ['充入设定电量后停止', '充入設定電量後停止', 'Stops when this energy has been delivered'],
  [strategyType.bySoc]: [
    '电池达到目标SOC时停止；目标须高于车辆当前SOC，且不超过电桩允许的最高SOC',
    '電池達到目標SOC時停止；目標須高於車輛目前SOC，且不超過電樁允許的最高SOC',
    "Stops when the battery reaches this SOC. It must be above the car's present SOC and within the limit of the pile",
  ],
  [strategyType.byDuration]: [
    '从开始充电起，充满设定分钟数后停止',
    '從開始充電起，達到設定分鐘數後停止',
    'Stops this many minutes after the charge began',
  ],
  [strategyType.byTime]: [
    '到设定时间停止（由平台下发停止指令）',
    '到設定時間停止（由平台下發停止指令）',
    'Stops at this time; the platform sends the stop',
  ],
  [strategyType.byVin]: [
    '付款方须为车辆：按VIN从该车账户扣费，余额用完即停止；VIN与枪上车辆不符时拒绝启动',
    '付款方須為車輛：按VIN從該車帳戶扣費，餘額用完即停止；VIN與槍上車輛不符時拒絕啟動',
    'The payer has to be a car: its account pays, and the charge stops when the balance is used up. Another VIN at the gun refuses the start',
  ],
  [strategyType.other]: [
    '由电桩自行决定何时停止；平台只限制可用余额',
    '由電樁自行決定何時停止；平台只限制可用餘額',
    'The pile decides when to stop; the platform limits only the balance',
  ],
};
