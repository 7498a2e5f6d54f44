import type { Words } from '#kit/fields/words.ts';

export const monitorInputLabels = {
  keyword: ['关键字', '關鍵字', 'Keyword'],
  cpCode: ['桩编号', '樁編號', 'Pile code'],
  gunNumber: ['枪号', '槍號', 'Gun no.'],
  stationId: ['站点', '站點', 'Station'],
} as const satisfies Readonly<Record<string, Words>>;
