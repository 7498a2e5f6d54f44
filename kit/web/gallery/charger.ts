import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, readOnly, id, instant, text } from '#kit/fields/field.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';

const speeds = codeTable({
  dictCode: 'gallery_pace',
  title: ['速度', '速度', 'Speed'],
  items: { fast: { value: 1, words: ['快充', '快充', 'Fast'], tone: 'good' }, slow: { value: 2, words: ['慢充', '慢充', 'Slow'], tone: 'warn' } },
});

/** A noun that exists only in the gallery, for widgets that show any noun. */
export const charger = resource({
  name: 'galleryCharger',
  path: '/gallery/charger',
  table: 'gallery_charger',
  key: 'id',
  title: 'name',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    name: text({ max: 60, filter: 'contains' }),
    power: count({ unit: 'kW', filter: 'equals' }),
    speed: choice(speeds, { filter: 'equals' }),
    builtAt: instant({ filter: 'between' }),
  },
});

export const chargerLabels = labels(charger, {
  noun: ['电桩', '電樁', 'Charger'],
  fields: {
    id: ['编号', '編號', 'Id'],
    name: ['名称', '名稱', 'Name'],
    power: ['功率', '功率', 'Power'],
    speed: ['速度', '速度', 'Speed'],
    builtAt: ['安装时间', '安裝時間', 'Built'],
  },
});

export const LONG_NAME = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift';

export const chargerRow = { id: '7', name: 'North gate', power: 60, speed: 1, builtAt: '2026-01-31T08:30:00.000Z', version: 1 };
export const longChargerRow = { ...chargerRow, name: LONG_NAME, power: 2_147_483_647, speed: 2 };
