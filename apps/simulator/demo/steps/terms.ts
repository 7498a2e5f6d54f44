import { reservationConfApi } from '#domains/network/resources.ts';
import type { Api } from '../api.ts';
import { terms } from '../data/terms.ts';
import type { TenantKey } from '../data/places.ts';
import { ensure } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** Creates the reservation terms of each tenant. */
export const setUpTerms = async (api: Api, places: DemoIds): Promise<(tenant: TenantKey) => string> => {
  const rows = await ensure(
    api,
    { ...reservationConfApi, nameOf: (row) => row.crcName },
    {
      planned: terms,
      nameOf: ({ crcName }) => crcName,
      draftOf: ({ tenant, crcName, details }) => ({ tenantId: places.tenantId(tenant), crcName, details: [...details] }),
    },
  );
  return (tenant) => rows.get(terms.find((plan) => plan.tenant === tenant)?.crcName ?? tenant).crcId;
};
