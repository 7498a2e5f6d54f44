import { labels } from '#kit/resource/labels.ts';
import { cardStation } from './card-station.ts';

export const cardStationLabels = labels(cardStation, {
  noun: ['IC卡绑定站点', 'IC卡綁定站點', 'Card station'],
  fields: {
    icCardStationId: ['绑定编号', '綁定編號', 'Binding id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    stationName: ['站点名称', '站點名稱', 'Station name'],
    icCardId: ['IC卡', 'IC卡', 'IC card'],
  },
});

export const cardStationInputLabels = {
  icCardIds: ['IC卡', 'IC卡', 'IC cards'],
  stationIds: ['站点', '站點', 'Stations'],
} as const;
