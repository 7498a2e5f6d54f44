import { customerApi } from '#domains/customer/resources.ts';
import { accessAuthType, accessConfigApi, accessRight } from '#domains/partner/resources.ts';
import type { Api } from '../api.ts';
import { stations } from '../data/places.ts';
import { ensure } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import type { DemoIds } from './places.ts';

const PARTNER = '江南出行平台';
const PAYER = '江南商务用车服务部';
const YEAR_MS = 365 * 86_400_000;

interface PartnerSetup {
  readonly places: DemoIds;
  readonly onSkipped: SkippedCallback;
}

/** Gives a partner an account that sees the stations of its tenant. Whoever tries the demo makes the keys, because they are shown once. */
export const setUpPartners = async (api: Api, { places, onSkipped }: PartnerSetup): Promise<void> => {
  const tenantId = places.tenantId('huadong');
  const payer = (await api.listAll(customerApi.list, { tenantId, custName: PAYER })).find(({ custName }) => custName === PAYER);
  if (!payer) return;
  const rows = await ensure(
    api,
    { ...accessConfigApi, nameOf: (row) => row.cname },
    {
      planned: [PARTNER],
      nameOf: (name) => name,
      draftOf: (cname) => ({
        tenantId,
        cname,
        authType: accessAuthType.items.signed.value,
        custId: payer.custId,
        accessRights: Object.values(accessRight.items).map(({ value }) => value),
        callsPerMinute: 600,
        openChargesMax: 20,
        authExpTime: new Date(Date.now() + YEAR_MS).toISOString(),
      }),
      onSkipped,
    },
  );
  const account = rows.find(PARTNER);
  if (!account || !rows.isNew.has(PARTNER)) return;
  const stationIds = stations.filter(({ tenant }) => tenant === 'huadong').map((plan) => places.stationId(plan));
  await api.call(accessConfigApi.setStations, { accessConfigId: account.accessConfigId, stationIds: stationIds.join(',') });
};
