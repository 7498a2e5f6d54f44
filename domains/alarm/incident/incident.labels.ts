import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { incident } from './incident.ts';

export const incidentLabels = labels(incident, {
  noun: ['异常事件', '異常事件', 'Incident'],
  fields: {
    incidentId: ['事件编号', '事件編號', 'Incident id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    incidentScope: ['范围', '範圍', 'Scope'],
    incidentCause: ['原因', '原因', 'Cause'],
    exceptionLevel: ['级别', '級別', 'Level'],
    beginTime: ['发生时间', '發生時間', 'Began'],
    endTime: ['结束时间', '結束時間', 'Ended'],
    isPresent: ['状态', '狀態', 'State'],
    duration: ['持续时长', '持續時長', 'Duration'],
    memberCount: ['电桩数', '電樁數', 'Piles'],
    lastingCount: ['仍未恢复', '仍未恢復', 'Still lost'],
    ackTime: ['确认时间', '確認時間', 'Acknowledged'],
    ackUser: ['确认人', '確認人', 'Acknowledged by'],
  },
});

export const incidentWords = {
  acknowledge: ['确认', '確認', 'Acknowledge'],
  timeline: ['经过', '經過', 'Course'],
  stations: ['涉及站点', '涉及站點', 'Stations'],
  stationPiles: ['{lasting}/{members}个未恢复', '{lasting}/{members}個未恢復', '{lasting} of {members} still lost'],
  atRisk: ['预计损失', '預計損失', 'Money at risk'],
  timeToAck: ['确认用时', '確認用時', 'Time to acknowledge'],
  timeToRepair: ['恢复用时', '恢復用時', 'Time to repair'],
  records: ['查看各桩异常', '查看各樁異常', 'Exceptions of its piles'],
  warnings: ['查看告警消息', '查看告警訊息', 'Its warnings'],
  began: ['第一个电桩丢失', '第一個電樁遺失', 'The first pile was lost'],
  opened: ['识别为同一事件', '識別為同一事件', 'Recognised as one incident'],
  lost: ['{n}个电桩丢失', '{n}個電樁遺失', 'Piles lost: {n}'],
  back: ['{n}个电桩恢复', '{n}個電樁恢復', 'Piles back: {n}'],
  acknowledged: ['{user} 已确认', '{user} 已確認', 'Acknowledged by {user}'],
  ended: ['事件结束', '事件結束', 'The incident is over'],
  providerAnswer: ['服务商回应：{answer}', '服務商回應：{answer}', 'The provider answered: {answer}'],
  place: ['地点', '地點', 'Place'],
  connectionTitle: ['{count}个电桩同时离线', '{count}個電樁同時離線', '{count} piles offline at once'],
  powerTitle: ['{count}个电桩同时断电', '{count}個電樁同時斷電', '{count} piles without power at once'],
  openedText: ['【{level}】{title}：{place}，自{time}起', '【{level}】{title}：{place}，自{time}起', '{level}: {title}: {place}, since {time}'],
  growthText: [
    '事件扩大：{title}，其中{lasting}个未恢复：{place}，自{time}起',
    '事件擴大：{title}，其中{lasting}個未恢復：{place}，自{time}起',
    'The incident has grown: {title}, {lasting} of them still lost: {place}, since {time}',
  ],
  halfText: [
    '{recovered}/{count}个电桩已恢复，{lasting}个未恢复：{place}',
    '{recovered}/{count}個電樁已恢復，{lasting}個未恢復：{place}',
    '{recovered} of {count} piles are back, {lasting} are still lost: {place}',
  ],
  endText: [
    '已恢复：{title}：{place}，{time}起，持续{minutes}分钟',
    '已恢復：{title}：{place}，{time}起，持續{minutes}分鐘',
    'Over: {title}: {place}, from {time}, {minutes} min',
  ],
  releasedText: [
    '事件结束：{recovered}/{count}个电桩已恢复，其余{lasting}个转为单桩异常：{place}',
    '事件結束：{recovered}/{count}個電樁已恢復，其餘{lasting}個轉為單樁異常：{place}',
    'The incident is over: {recovered} of {count} piles are back, and the other {lasting} are exceptions of their own: {place}',
  ],
  stationsPlace: ['{count}个站点（{names}）', '{count}個站點（{names}）', '{count} stations ({names})'],
} as const satisfies Readonly<Record<string, Words>>;

export const incidentRefusals = {
  'incident.acknowledged': ['该事件已确认', '該事件已確認', 'The incident is acknowledged already'],
} as const satisfies RefusalTable;
