import { readOnly, id, ref, text } from '#kit/fields/field.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { resource } from '#kit/resource/resource.ts';

/** Declares the resources that piles refer to in domains that come later in the import order, as far as the registry needs them. */
export const rateRuleStub = domain('later', [
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
      fields: { rateRuleId: readOnly(id()), tenantId: readOnly(ref('tenant')), rateRuleName: text({ max: 60 }) },
    }),
  }),
]);
