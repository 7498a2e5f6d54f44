import { rateType, type RateType } from '#engines/tariff/codes.ts';
import type { TenantKey } from './places.ts';

/** What the mini-program shows of a station. The codes of areas are the official ones; those of tags are the platform's. */
export interface MiniProgramPlan {
  /** The key of the station. */
  readonly station: string;
  readonly area: {
    readonly provinceCode: string;
    readonly cityCode: string;
    readonly districtCode: string;
    readonly areaGuide: string;
    readonly floor: string;
    readonly parkingText: string;
    readonly parkingFreeMinutes: number;
  };
  readonly commonTags: readonly string[];
  readonly site: string;
  readonly position: string;
  /** The colours of the drawn picture: the sky and the canopy. */
  readonly colours: readonly [string, string];
}

export const miniProgram: readonly MiniProgramPlan[] = [
  {
    station: 'gate',
    area: {
      provinceCode: '310000',
      cityCode: '310100',
      districtCode: '310112',
      areaGuide: '从申贵路进入P9停车场，充电区在入口右侧',
      floor: '1F',
      parkingText: '充电期间停车免费，其余按停车场标准收费',
      parkingFreeMinutes: 120,
    },
    commonTags: ['open24', 'park_timed_free', 'toilet', 'canopy', 'duty', 'night_light'],
    site: 'public',
    position: 'ground',
    colours: ['#cfe6f7', '#1f6fb2'],
  },
  {
    station: 'zhangjiang',
    area: {
      provinceCode: '310000',
      cityCode: '310100',
      districtCode: '310115',
      areaGuide: '祖冲之路园区东门进入，沿指示牌到地下二层C区',
      floor: 'B2',
      parkingText: '停车按园区标准收费',
      parkingFreeMinutes: 30,
    },
    commonTags: ['park_paid', 'wifi', 'restaurant', 'barrier_free'],
    site: 'dedicated',
    position: 'underground',
    colours: ['#e8ecf1', '#5b6b7f'],
  },
  {
    station: 'jinji',
    area: {
      provinceCode: '320000',
      cityCode: '320500',
      districtCode: '320506',
      areaGuide: '苏州大道东辅路，湖滨停车场内',
      floor: '1F',
      parkingText: '停车免费',
      parkingFreeMinutes: 0,
    },
    commonTags: ['park_free', 'lounge', 'store', 'car_wash'],
    site: 'public',
    position: 'ground',
    colours: ['#d6efe6', '#1d8a68'],
  },
  {
    station: 'binjiang',
    area: {
      provinceCode: '330000',
      cityCode: '330100',
      districtCode: '330108',
      areaGuide: '江南大道288号院内，门口左转到底',
      floor: '1F',
      parkingText: '充电两小时内停车免费',
      parkingFreeMinutes: 120,
    },
    commonTags: ['open24', 'park_timed_free', 'repair', 'canteen'],
    site: 'logistics',
    position: 'ground',
    colours: ['#fdebd3', '#c9772b'],
  },
];

/** Names of fee items of a tenant. */
export const feeNames: readonly {
  readonly tenant: TenantKey;
  readonly aliases: readonly { readonly dictValue: RateType; readonly alias: string }[];
}[] = [
  { tenant: 'huadong', aliases: [{ dictValue: rateType.service, alias: '充电服务费' }] },
  { tenant: 'rhein', aliases: [{ dictValue: rateType.service, alias: 'Servicepauschale' }] },
];
