import { feature } from '#kit/resource/feature.ts';
import { siteExcess } from './power-site.codes.ts';
import { powerSiteLabels } from './power-site.labels.ts';
import { powerSite, powerSiteApi } from './power-site.ts';
import { siteSampleRetention } from './site-sample-retention.ts';

export const powerSiteFeature = feature({
  name: 'powerSite',
  resource: powerSite,
  api: powerSiteApi,
  labels: powerSiteLabels,
  inputLabels: { day: ['日期', '日期', 'Day'] },
  codes: [siteExcess],
  jobs: [siteSampleRetention],
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/power-site',
      component: 'charging/PowerSiteList',
      title: ['站点功率', '站點功率', 'Site power'],
      icon: 'thunderbolt',
      group: 'monitor',
      order: 14,
      allow: 'powerSite:list',
    },
  ],
});
