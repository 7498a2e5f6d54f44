import { labels } from '#kit/resource/labels.ts';
import { powerSite } from './power-site.ts';

export const powerSiteLabels = labels(powerSite, {
  noun: ['站点功率', '站點功率', 'Site power'],
  fields: {
    powerSiteId: ['编号', '編號', 'Site id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    powerControlId: ['功率控制', '功率控制', 'Power control'],
    isOver: ['状态', '狀態', 'State'],
    limitPower: ['功率上限', '功率上限', 'Limit'],
    worstPower: ['最坏情况', '最壞情況', 'Worst case'],
    drawnPower: ['实测功率', '實測功率', 'Draw'],
    gunCount: ['枪数', '槍數', 'Guns'],
    chargingCount: ['充电中', '充電中', 'Charging'],
    sweptAt: ['最近计算', '最近計算', 'Last computed'],
  },
});
