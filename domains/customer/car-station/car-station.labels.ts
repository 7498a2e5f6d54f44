import { labels } from '#kit/resource/labels.ts';
import { carStation } from './car-station.ts';

export const carStationLabels = labels(carStation, {
  noun: ['车辆绑定站点', '車輛綁定站點', 'Car station'],
  fields: {
    carStationId: ['绑定编号', '綁定編號', 'Binding id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    stationName: ['站点名称', '站點名稱', 'Station name'],
    carId: ['车辆', '車輛', 'Car'],
  },
});

export const carStationInputLabels = {
  carIds: ['车辆', '車輛', 'Cars'],
  stationIds: ['站点', '站點', 'Stations'],
} as const;
