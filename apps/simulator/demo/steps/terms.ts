import { reservationConfApi } from '#domains/network/resources.ts';
import type { Api } from '../api.ts';
import { terms } from '../data/terms.ts';
import type { TenantKey } from '../data/places.ts';
import { ensure } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** What a reserved gun costs, of each tenant. */
export const setUpTerms = async (api: Api, places: DemoIds): Promise<(tenant: TenantKey) => string> => {
  const made = await ensure(
    api,
    { ...reservationConfApi, nameOf: (row) => row.crcName },
    {
      wanted: terms,
      nameOf: ({ crcName }) => crcName,
      draftOf: ({ tenant, crcName, details }) => ({ tenantId: places.tenantId(tenant), crcName, details: [...details] }),
    },
  );
  return (tenant) => made.get(terms.find((plan) => plan.tenant === tenant)?.crcName ?? tenant).crcId;
};
