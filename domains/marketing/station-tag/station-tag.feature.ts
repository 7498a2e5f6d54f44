import { feature } from '#kit/resource/feature.ts';
import { commonTag, deviceTag, missingPart, positionTag, siteTag, vehicleTag } from './station-tag.codes.ts';
import { stationTagLabels, stationTagRefusals } from './station-tag.labels.ts';
import { stationTag, stationTagApi } from './station-tag.ts';

export const stationTagFeature = feature({
  name: 'stationTag',
  resource: stationTag,
  api: stationTagApi,
  labels: stationTagLabels,
  refusals: stationTagRefusals,
  codes: [commonTag, siteTag, positionTag, deviceTag, vehicleTag, missingPart],
  endpointTitles: {
    updateStationAreaInfo: ['修改区域信息', '修改區域資訊', 'change the area'],
    updateCommonTag: ['修改常用标签', '修改常用標籤', 'change the common tags'],
    updateCategoryTag: ['修改分类标签', '修改分類標籤', 'change the tags by category'],
    updateStationRate: ['同步费率', '同步費率', 'sync the prices'],
    updateMiniappShow: ['展示或隐藏', '展示或隱藏', 'show or hide'],
  },
  inputLabels: {
    tagCode: ['标签', '標籤', 'Tag'],
    tagCodes: ['标签', '標籤', 'Tags'],
    validUntils: ['截止时间', '截止時間', 'Ends'],
    validUntil: ['截止时间', '截止時間', 'Ends'],
    categories: ['分类', '分類', 'Categories'],
    display: ['价格展示方式', '價格展示方式', 'Display of prices'],
    stationIds: ['站点', '站點', 'Stations'],
    url: ['图片', '圖片', 'Picture'],
  },
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/marketing/station-tag',
      component: 'marketing/StationTagList',
      title: ['站点标签', '站點標籤', 'Station tags'],
      icon: 'tags',
      group: 'marketing',
      order: 10,
      allow: 'stationTag:list',
    },
  ],
});
