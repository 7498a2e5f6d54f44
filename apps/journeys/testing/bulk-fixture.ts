import { pileApi } from '#domains/network/resources.ts';
import type { TestNetwork } from './test-network.ts';

/** Adds a pile to one station, which can then not be deleted; the others can. */
export const addPiles = async ({ tenant, stations }: TestNetwork): Promise<void> => {
  const draft = { cpCode: 'BULK-1', stationId: stations['North One'], cpName: 'Holds the station', cpType: 1, protocol: 1, gunCount: 1 };
  await tenant.ok(pileApi.add, { ...draft, cpPower: '60', accountMinAmount: '1.00' });
};
