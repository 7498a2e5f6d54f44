import { custLanguage } from '#domains/customer/resources.ts';
import { bigScreenApi, screenView } from '#domains/insight/resources.ts';
import type { Api } from '../api.ts';
import { ensure } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** A screen of each tenant's control room. */
const { charging, operation, data } = screenView.items;
const SCREENS = [
  { tenant: 'huadong', screenName: '监控中心大屏', screenLanguage: custLanguage.items.zhCN.value },
  { tenant: 'rhein', screenName: 'Control room', screenLanguage: custLanguage.items.enUS.value },
] as const;

export const setUpScreens = async (
  api: Api,
  { places, onSkipped }: { readonly places: DemoIds; readonly onSkipped: SkippedCallback },
): Promise<void> => {
  await ensure(
    api,
    { ...bigScreenApi, nameOf: (row) => row.screenName },
    {
      planned: SCREENS,
      nameOf: ({ screenName }) => screenName,
      draftOf: ({ tenant, ...screen }) => ({
        ...screen,
        tenantId: places.tenantId(tenant),
        views: [charging.value, operation.value, data.value],
        turnS: 30,
      }),
      onSkipped,
    },
  );
};
