import { feature } from '#kit/resource/feature.ts';
import { operationLabels, operationRefusals } from './operation.labels.ts';
import { operationApi } from './operation.ts';

export const operationFeature = feature({
  name: 'operation',
  title: ['远程操作', '遠端操作', 'Remote operations'],
  endpointTitles: {
    restart: ['重启', '重啟', 'restart'],
    unlockGun: ['解锁枪', '解鎖槍', 'unlock a gun'],
    clearCache: ['清除卡缓存', '清除卡快取', 'clear cached cards'],
    queryStatus: ['查询状态', '查詢狀態', 'ask for the state'],
  },
  api: operationApi,
  inputLabels: operationLabels,
  refusals: operationRefusals,
});
