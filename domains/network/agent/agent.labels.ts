import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { agent } from './agent.ts';

export const agentLabels = labels(agent, {
  noun: ['运营商', '營運商', 'Agent'],
  fields: {
    agentId: ['运营商编号', '營運商編號', 'Agent id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentName: ['运营商名称', '營運商名稱', 'Agent name'],
    agentType: ['运营商类型', '營運商類型', 'Type'],
    agentStat: ['状态', '狀態', 'State'],
    agentPerson: ['联系人', '聯絡人', 'Contact'],
    agentPhone: ['联系电话', '聯絡電話', 'Phone'],
    agentAddr: ['地址', '地址', 'Address'],
    agentScale: ['规模', '規模', 'Scale'],
    timezone: ['时区', '時區', 'Time zone'],
    agentImgsrc: ['标志图片', '標誌圖片', 'Logo'],
    agentRemark: ['备注', '備註', 'Remark'],
    stationNum: ['站点数', '站點數', 'Stations'],
    cpAllTotal: ['电桩总数', '電樁總數', 'Piles'],
  },
});

export const agentRefusals = {
  'agent.hasStations': [
    '运营商“{name}”下还有{count}个站点，不能删除',
    '營運商「{name}」下還有{count}個站點，不能刪除',
    'Agent {name} still has {count} {count|station|stations} and cannot be deleted',
  ],
  'agent.disused': ['运营商已废弃，不能再变更', '營運商已廢棄，不能再變更', 'The agent is disused and stays so'],
} as const satisfies RefusalTable;
