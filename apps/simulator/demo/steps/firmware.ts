import { createSign } from 'node:crypto';
import { generate } from 'selfsigned';
import { upgradeType } from '#engines/upgrade/codes.ts';
import { firmwareApi, upgradeCampaignApi } from '#domains/device/resources.ts';
import { firmwareFile } from '../../pile/upgrade.ts';
import type { Api } from '../api.ts';
import { firmwarePlan } from '../data/firmware.ts';
import type { DemoIds } from './places.ts';

/** Uploads a firmware with the signature of its maker, and upgrades a few piles to it, once. */
export const setUpFirmware = async (api: Api, places: DemoIds): Promise<void> => {
  const { tenant, sizeBytes, cpCodes, ...draft } = firmwarePlan;
  const rows = await api.listAll(firmwareApi.list);
  if (rows.some(({ firmwareName }) => firmwareName === draft.firmwareName)) return;
  const content = firmwareFile(draft.firmwareVer, sizeBytes);
  const firmwareUrl = await api.upload({ name: 'firmware.bin', content, biz: 'firmware', kind: 'binary' });
  const { firmwareId } = await api.call(firmwareApi.add, { ...draft, tenantId: places.tenantId(tenant), firmwareUrl });
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'ChargeOps Simulator' }], { keyType: 'ec' });
  const signature = createSign('sha256').update(content).sign(key, 'base64');
  await api.call(firmwareApi.sign, { firmwareId, signature, signingCertificate: cert });
  await api.call(upgradeCampaignApi.updateFirmware, {
    firmwareId,
    cpCodes: cpCodes.join(','),
    upgradeType: upgradeType.now,
    failureLimitPercent: FAILURE_LIMIT_PERCENT,
  });
};

const FAILURE_LIMIT_PERCENT = 50;
