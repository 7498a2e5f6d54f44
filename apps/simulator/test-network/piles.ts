import { createHmac } from 'node:crypto';
import { entityState } from '#engines/entity/codes.ts';
import { encryptionMode, securityProfile } from '#engines/protocol/codes.ts';
import { unencryptedExceptionApi } from '#domains/device/resources.ts';
import { pileApi, pileType } from '#domains/network/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import type { Api } from '../demo/api.ts';
import { mapConcurrently } from '../demo/ensure.ts';
import type { PileFacts } from '../pile/facts.ts';
import type { TestNetworkIds } from './tenant.ts';

export type TestPile = Pick<PileFacts, 'cpCode' | 'protocol' | 'kind' | 'ratedW' | 'gunCount' | 'secret' | 'encryptionMode'>;

/** The most piles in one call that sets rates, because the length of its list of codes is limited. */
const RATE_BATCH = 400;
/** The most piles in one call that enables them: the kit's limit of batches. */
const ENABLE_BATCH = 200;
const RATED_KW = 60;
/** The networks from which piles of the test network may connect: this machine and private networks. */
const OWN_NETWORKS = '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, ::1, fc00::/7';
const letters = { native: 'N', 'v1.0': 'V', ocpp16: 'O' } as const;
const protocols = { native: 1, 'v1.0': 1, ocpp16: 2 } as const;

/** The first `count` piles of a protocol in the test network; their secrets are derived from their codes. */
export const setUpPiles = async (
  api: Api,
  { stationId, rateRuleId }: TestNetworkIds,
  { count, protocol, salt }: { readonly count: number; readonly protocol: PileFacts['protocol']; readonly salt: string },
): Promise<readonly TestPile[]> => {
  const codes = Array.from({ length: count }, (_unused, index) => `SIM${letters[protocol]}${String(index + 1).padStart(6, '0')}`);
  const rowsByCode = new Map((await api.listAll(pileApi.list, { stationId })).map((row) => [row.cpCode, row]));
  const missing = codes.filter((cpCode) => !rowsByCode.has(cpCode));
  await mapConcurrently(missing, (cpCode) => api.call(pileApi.add, draftOf({ cpCode, protocol, stationId, secret: secretOf(cpCode, salt) })));
  const unencrypted = protocol === 'ocpp16' ? [] : missing;
  await mapConcurrently(batches(unencrypted, RATE_BATCH), (batch) =>
    api.call(unencryptedExceptionApi.allowPlain, { cpCodes: batch.join(','), addresses: OWN_NETWORKS, reason: 'test network' }),
  );
  const unpriced = codes.filter((cpCode) => (rowsByCode.get(cpCode)?.rateRuleId ?? null) === null);
  await mapConcurrently(batches(unpriced, RATE_BATCH), (batch) => api.call(pilePolicyApi.setRateRule, { cpCodes: batch.join(','), rateRuleId }));
  const disabledCodes = codes.filter((cpCode) => rowsByCode.get(cpCode)?.cpStat !== entityState.enabled);
  await mapConcurrently(batches(disabledCodes, ENABLE_BATCH), (batch) =>
    api.call(pileApi.changeStatBatch, { ids: batch.join(','), stat: entityState.enabled }),
  );
  return codes.map((cpCode) => ({
    cpCode,
    protocol,
    kind: 'dc',
    ratedW: RATED_KW * 1_000,
    gunCount: 1,
    secret: secretOf(cpCode, salt),
    encryptionMode: encryptionMode.none,
  }));
};

const draftOf = ({ cpCode, protocol, stationId, secret }: { cpCode: string; protocol: PileFacts['protocol']; stationId: string; secret: string }) =>
  ({
    cpCode,
    stationId,
    cpName: cpCode,
    cpType: pileType.items.dc.value,
    protocol: protocols[protocol],
    gunCount: 1,
    cpPower: RATED_KW.toFixed(1),
    canBeReservation: 0,
    exterOperate: 1,
    checkAccount: 1,
    accountMinAmount: '0.00',
    insertSelfStart: 0,
    securityProfile: securityProfile.basic,
    encryptionMode: encryptionMode.none,
    encryptionSecret: secret,
  }) as const;

/** The same in every run with the same salt, and a secret to everyone else. */
const secretOf = (cpCode: string, salt: string): string => createHmac('sha256', salt).update(cpCode).digest('hex').slice(0, 32);

const batches = (codes: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(codes.length / size) }, (_unused, index) => codes.slice(index * size, (index + 1) * size));
