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
    triggerMessage: ['请求上报', '請求回報', 'ask for a message'],
    readKey: ['读取配置项', '讀取配置項', 'read a configuration key'],
    setKey: ['设置配置项', '設定配置項', 'set a configuration key'],
    transferData: ['发送厂商数据', '傳送廠商資料', 'send vendor data'],
    recallOrders: ['召回订单', '召回訂單', 'recall orders'],
  },
  api: operationApi,
  inputLabels: operationLabels,
  refusals: operationRefusals,
});
