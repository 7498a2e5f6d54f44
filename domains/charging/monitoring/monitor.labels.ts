import type { Words } from '#kit/fields/words.ts';

export const monitorInputLabels = {
  keyword: ['关键字', '關鍵字', 'Keyword'],
  stationId: ['站点', '站點', 'Station'],
} as const satisfies Readonly<Record<string, Words>>;
