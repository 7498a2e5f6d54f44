import { codeTable } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';

/** Tags that any station may have, in the order in which they are offered. */
export const commonTag = codeTable({
  dictCode: 'station_common_tag',
  title: ['站点常用标签', '站點常用標籤', 'Common tag of a station'],
  items: {
    parkFree: { value: 'park_free', words: ['停车免费', '停車免費', 'Free parking'] },
    parkTimedFree: { value: 'park_timed_free', words: ['限时免费停车', '限時免費停車', 'Free parking for a time'] },
    parkPaid: { value: 'park_paid', words: ['停车收费', '停車收費', 'Paid parking'] },
    toilet: { value: 'toilet', words: ['卫生间', '洗手間', 'Toilet'] },
    canteen: { value: 'canteen', words: ['食堂', '食堂', 'Canteen'] },
    restaurant: { value: 'restaurant', words: ['餐饮', '餐飲', 'Restaurant'] },
    store: { value: 'store', words: ['便利店', '便利商店', 'Convenience store'] },
    lounge: { value: 'lounge', words: ['休息室', '休息室', 'Lounge'] },
    canopy: { value: 'canopy', words: ['雨棚', '雨棚', 'Canopy'] },
    carWash: { value: 'car_wash', words: ['洗车', '洗車', 'Car wash'] },
    wifi: { value: 'wifi', words: ['Wi-Fi', 'Wi-Fi', 'Wi-Fi'] },
    repair: { value: 'repair', words: ['维修', '維修', 'Repair'] },
    duty: { value: 'duty', words: ['有人值守', '有人值守', 'Staff on duty'] },
    open24: { value: 'open24', words: ['24 小时营业', '24 小時營業', 'Open 24 hours'] },
    lock: { value: 'lock', words: ['地锁', '地鎖', 'Parking lock'] },
    barrierFree: { value: 'barrier_free', words: ['无障碍', '無障礙', 'Barrier-free'] },
    nightLight: { value: 'night_light', words: ['夜间照明', '夜間照明', 'Lit at night'] },
  },
});

/** Of the tags of one group, a station may have one. */
export const exclusiveGroups: Readonly<Partial<Record<string, string>>> = { park_free: 'parking', park_timed_free: 'parking', park_paid: 'parking' };

export const siteTag = codeTable({
  dictCode: 'station_site_tag',
  title: ['场站类型', '場站類型', 'Type of site'],
  items: {
    public: { value: 'public', words: ['公共', '公共', 'Public'] },
    dedicated: { value: 'dedicated', words: ['专用', '專用', 'Dedicated'] },
    bus: { value: 'bus', words: ['公交', '公車', 'Bus depot'] },
    logistics: { value: 'logistics', words: ['物流', '物流', 'Logistics'] },
    residential: { value: 'residential', words: ['小区', '社區', 'Residential'] },
    highway: { value: 'highway', words: ['高速服务区', '高速公路服務區', 'Motorway services'] },
  },
});

export const positionTag = codeTable({
  dictCode: 'station_position_tag',
  title: ['位置', '位置', 'Position'],
  items: {
    ground: { value: 'ground', words: ['地上', '地上', 'Ground level'] },
    underground: { value: 'underground', words: ['地下', '地下', 'Underground'] },
    roof: { value: 'roof', words: ['楼顶', '樓頂', 'Roof'] },
  },
});

/** Computed from the piles of the station. */
export const deviceTag = codeTable({
  dictCode: 'station_device_tag',
  title: ['设备', '設備', 'Devices'],
  items: {
    supercharge: { value: 'supercharge', words: ['超充', '超充', 'Super fast'] },
    fast: { value: 'fast', words: ['快充', '快充', 'Fast'] },
    slow: { value: 'slow', words: ['慢充', '慢充', 'Slow'] },
  },
});

export const vehicleTag = codeTable({
  dictCode: 'station_vehicle_tag',
  title: ['车型', '車型', 'Vehicles'],
  items: {
    car: { value: 'car', words: ['小车', '小車', 'Cars'] },
    truck: { value: 'truck', words: ['重卡', '重型卡車', 'Trucks'] },
    coach: { value: 'coach', words: ['大巴', '大型巴士', 'Buses'] },
  },
});

export interface TagCategory {
  readonly categoryCode: string;
  readonly tags: CodeTable;
  /** Whether a station may have several tags of the category. */
  readonly multiple: boolean;
  /** Whether the platform determines the tags. */
  readonly computed: boolean;
}

/** The categories in their order; a code is the tag of one category only. */
export const tagCategories: readonly TagCategory[] = [
  { categoryCode: 'site', tags: siteTag, multiple: false, computed: false },
  { categoryCode: 'position', tags: positionTag, multiple: true, computed: false },
  { categoryCode: 'device', tags: deviceTag, multiple: true, computed: true },
  { categoryCode: 'vehicle', tags: vehicleTag, multiple: true, computed: false },
];

export const miniappShow = codeTable({
  dictCode: 'miniapp_show',
  title: ['小程序展示', '小程式展示', 'In the mini-program'],
  items: {
    hidden: { value: 0, words: ['隐藏', '隱藏', 'Hidden'], tone: 'quiet' },
    shown: { value: 1, words: ['展示', '展示', 'Shown'], tone: 'good' },
  },
});

/** Whether the prices in the mini-program are those of the rate rule. */
export const rateState = codeTable({
  dictCode: 'miniapp_rate_state',
  title: ['费率同步状态', '費率同步狀態', 'State of the prices'],
  items: {
    none: { value: 0, words: ['未同步过', '未同步過', 'Never synced'], tone: 'quiet' },
    synced: { value: 1, words: ['已同步', '已同步', 'Synced'], tone: 'good' },
    changed: { value: 2, words: ['未同步', '未同步', 'Not synced'], tone: 'warn' },
  },
});

export const rateDisplay = codeTable({
  dictCode: 'miniapp_rate_display',
  title: ['价格展示方式', '價格展示方式', 'Display of prices'],
  items: {
    total: { value: 'total', words: ['总价', '總價', 'One price'] },
    parts: { value: 'parts', words: ['分项', '分項', 'Each fee item'] },
  },
});

/** What a station lacks before the mini-program may show it. */
export const missingPart = codeTable({
  dictCode: 'miniapp_missing',
  title: ['缺少的内容', '缺少的內容', 'What is missing'],
  items: {
    station: { value: 'station', words: ['站点未启用', '站點未啟用', 'station not enabled'] },
    coordinates: { value: 'coordinates', words: ['坐标', '座標', 'coordinates'] },
    area: { value: 'area', words: ['地区', '地區', 'area'] },
    gun: { value: 'gun', words: ['可用的枪', '可用的槍', 'enabled gun'] },
    rate: { value: 'rate', words: ['费率', '費率', 'prices'] },
    image: { value: 'image', words: ['图片', '圖片', 'picture'] },
  },
});
