import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { station } from './station.ts';

export const stationLabels = labels(station, {
  noun: ['站点', '站點', 'Station'],
  fields: {
    stationId: ['站点编号', '站點編號', 'Station id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationName: ['站点名称', '站點名稱', 'Station name'],
    stationStat: ['站点状态', '站點狀態', 'State'],
    areaCode: ['所在地区', '所在地區', 'Area'],
    stationAddr: ['站点地址', '站點地址', 'Address'],
    timezone: ['时区', '時區', 'Time zone'],
    busHours: ['营业时间', '營業時間', 'Business hours'],
    buildDate: ['建站日期', '建站日期', 'Built on'],
    stationManager: ['站点负责人', '站點負責人', 'Manager'],
    managerPhone: ['负责人电话', '負責人電話', 'Manager phone'],
    servicePhone1: ['服务电话1', '服務電話1', 'Service phone 1'],
    servicePhone2: ['服务电话2', '服務電話2', 'Service phone 2'],
    gpsX: ['经度', '經度', 'Longitude'],
    gpsY: ['纬度', '緯度', 'Latitude'],
    stationScale: ['站点规模', '站點規模', 'Scale'],
    stationImg1: ['站点图片1', '站點圖片1', 'Picture 1'],
    stationImg2: ['站点图片2', '站點圖片2', 'Picture 2'],
    stationRemark: ['备注', '備註', 'Remark'],
    cpAllTotal: ['电桩总数', '電樁總數', 'Piles'],
  },
  hints: {
    gpsX: ['-180 到 180，最多6位小数', '-180 到 180，最多6位小數', '-180 to 180, up to 6 decimals'],
    gpsY: ['-90 到 90，最多6位小数', '-90 到 90，最多6位小數', '-90 to 90, up to 6 decimals'],
    timezone: ['计费时段与账单日按此时区划分', '計費時段與帳單日依此時區劃分', 'Tariff periods and bill days follow this zone'],
  },
});

export const stationRefusals = {
  'station.disused': ['站点已废弃，不能再变更', '站點已廢棄，不能再變更', 'The station is disused and stays so'],
  'station.charging': [
    '站点有{count}把枪正在充电或已预约',
    '站點有{count}把槍正在充電或已預約',
    '{count} {count|gun|guns} of this station {count|is|are} charging or reserved',
  ],
  'station.hasPiles': [
    '站点“{name}”下还有{count}个电桩，不能删除',
    '站點「{name}」下還有{count}個電樁，不能刪除',
    'Station {name} still has {count} {count|pile|piles} and cannot be deleted',
  ],
  'station.area': ['地区“{code}”不存在', '地區「{code}」不存在', 'There is no area with the code {code}'],
  'station.coordinates': [
    '坐标信息不正确：经度与纬度须同时填写',
    '座標資訊不正確：經度與緯度須同時填寫',
    'The coordinates are not correct: give longitude and latitude together',
  ],
} as const satisfies RefusalTable;
export type StationRefusal = keyof typeof stationRefusals;

/** The texts of the list besides the labels of its fields. */
export const stationWords = {
  alias: ['费用别名', '費用別名', 'Names of fee items'],
} as const satisfies Readonly<Record<string, Words>>;
