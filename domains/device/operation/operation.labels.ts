import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';

export const operationLabels = {
  mode: ['重启方式', '重啟方式', 'Kind of restart'],
  gunNumber: ['枪号', '槍號', 'Gun no.'],
} as const satisfies Readonly<Record<string, Words>>;

export const operationRefusals = {
  ...deviceRefusals,
  'operation.offline': ['电桩离线，不能操作', '電樁離線，不能操作', 'The pile is offline and cannot be operated'],
  'operation.unsupported': ['该电桩的协议不支持此操作', '該電樁的協定不支援此操作', 'The protocol of this pile has no such operation'],
} as const satisfies RefusalTable;
export type OperationRefusal = keyof typeof operationRefusals;

export const operationWords = {
  action: ['远程操作', '遠端操作', 'Remote operations'],
  of: ['远程操作：{name}', '遠端操作：{name}', 'Remote operations: {name}'],
  queryStatus: ['查询状态', '查詢狀態', 'Ask for the state'],
  queryStatusHint: ['电桩立即上报自身和各枪的状态', '電樁立即回報自身和各槍的狀態', 'The pile reports its own state and that of its guns at once'],
  unlockGun: ['解锁枪', '解鎖槍', 'Unlock a gun'],
  unlockGunHint: [
    '松开所选枪的插头；该枪正在进行的充电会结束',
    '鬆開所選槍的插頭；該槍正在進行的充電會結束',
    'Releases the plug of the gun; a charge on it ends',
  ],
  clearCache: ['清除卡缓存', '清除卡快取', 'Clear cached cards'],
  clearCacheHint: [
    '电桩忘记已缓存的卡，离线时不再据此放行',
    '電樁忘記已快取的卡，離線時不再據此放行',
    'The pile forgets the cards that it would accept while offline',
  ],
  softRestart: ['软重启', '軟重啟', 'Soft restart'],
  softRestartHint: ['先正常结束充电，再重启', '先正常結束充電，再重啟', 'Ends charges properly, then restarts'],
  hardRestart: ['硬重启', '硬重啟', 'Hard restart'],
  hardRestartHint: ['立即重启；正在进行的充电会被切断', '立即重啟；正在進行的充電會被切斷', 'Restarts at once; charges are cut off'],
  hardRestartConfirm: ['立即硬重启“{name}”？', '立即硬重啟「{name}」？', 'Restart {name} at once?'],
  execute: ['执行', '執行', 'Do it'],
  waiting: ['等待电桩应答…', '等待電樁應答…', 'Waiting for the pile…'],
} as const satisfies Readonly<Record<string, Words>>;
