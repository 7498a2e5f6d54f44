import { given, id, ref, text } from '#kit/fields/field.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { resource } from '#kit/resource/resource.ts';

/** What piles refer to further down the street, as far as the registry has to know it. */
export const later = domain('later', [
  feature({
    name: 'rateRule',
    api: {},
    resource: resource({
      name: 'rateRule',
      path: '/rate/sseRateRule',
      table: 'rate_rule',
      key: 'rateRuleId',
      title: 'rateRuleName',
      scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
      fields: { rateRuleId: given(id()), tenantId: given(ref('tenant')), rateRuleName: text({ max: 60 }) },
    }),
  }),
]);
