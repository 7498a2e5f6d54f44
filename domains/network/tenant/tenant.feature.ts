import { feature } from '#kit/resource/feature.ts';
import { tenantLabels, tenantRefusals } from './tenant.labels.ts';
import { tenant, tenantApi } from './tenant.ts';

export const tenantFeature = feature({
  name: 'tenant',
  lookup: { offered: true },
  resource: tenant,
  api: tenantApi,
  labels: tenantLabels,
  refusals: tenantRefusals,
  rights: { read: 'tenant', write: 'platform' },
  menu: [
    {
      path: '/network/tenant',
      component: 'network/TenantList',
      title: ['租户管理', '租戶管理', 'Tenants'],
      icon: 'bank',
      group: 'network',
      order: 10,
      allow: 'tenant:list',
    },
  ],
});
