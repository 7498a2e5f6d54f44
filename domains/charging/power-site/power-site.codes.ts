import { codeTable } from '#kit/fields/codes.ts';

/** Whether the piles of a site may together be drawing more than it has. */
export const siteExcess = codeTable({
  dictCode: 'power_site_excess',
  title: ['站点功率状态', '站點功率狀態', 'State of a site’s power'],
  items: {
    within: { value: 0, words: ['正常', '正常', 'Within its limit'], tone: 'good' },
    over: { value: 1, words: ['可能超限', '可能超限', 'May be over its limit'], tone: 'bad' },
  },
});
