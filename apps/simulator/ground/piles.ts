import { createHmac } from 'node:crypto';
import { entityState } from '#engines/entity/codes.ts';
import { encryptionMode } from '#engines/protocol/codes.ts';
import { unencryptedExceptionApi } from '#domains/device/resources.ts';
import { pileApi, pileType } from '#domains/network/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import type { Api } from '../demo/api.ts';
import { each } from '../demo/ensure.ts';
import type { PileFacts } from '../pile/facts.ts';
import type { GroundIds } from './place.ts';

export type GroundPile = Pick<PileFacts, 'cpCode' | 'protocol' | 'kind' | 'ratedW' | 'gunCount' | 'secret' | 'encryptionMode'>;

/** Piles one rate call takes: its list of codes is bounded in characters. */
const RATE_BATCH = 400;
/** Piles one enabling call takes: the kit's bound on batches. */
const ENABLE_BATCH = 200;
const RATED_KW = 60;
/** Where piles of the proving ground may be played: on this machine or in the network around it. */
const OWN_NETWORKS = '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, ::1, fc00::/7';
const letters = { native: 'N', ocpp16: 'O' } as const;
const protocols = { native: 1, ocpp16: 2 } as const;

/** The first `count` piles of a protocol on the proving ground; their secrets follow from their codes. */
export const standPiles = async (
  api: Api,
  { stationId, rateRuleId }: GroundIds,
  { count, protocol, salt }: { readonly count: number; readonly protocol: PileFacts['protocol']; readonly salt: string },
): Promise<readonly GroundPile[]> => {
  const codes = Array.from({ length: count }, (_unused, index) => `SIM${letters[protocol]}${String(index + 1).padStart(6, '0')}`);
  const known = new Map((await api.all(pileApi.list, { stationId })).map((row) => [row.cpCode, row]));
  const missing = codes.filter((cpCode) => !known.has(cpCode));
  await each(missing, (cpCode) => api.call(pileApi.add, draftOf({ cpCode, protocol, stationId, secret: secretOf(cpCode, salt) })));
  const plain = protocol === 'native' ? missing : [];
  await each(batches(plain, RATE_BATCH), (batch) =>
    api.call(unencryptedExceptionApi.allowPlain, { cpCodes: batch.join(','), addresses: OWN_NETWORKS, reason: 'proving ground' }),
  );
  const unpriced = codes.filter((cpCode) => (known.get(cpCode)?.rateRuleId ?? null) === null);
  await each(batches(unpriced, RATE_BATCH), (batch) => api.call(pilePolicyApi.setRateRule, { cpCodes: batch.join(','), rateRuleId }));
  const resting = codes.filter((cpCode) => known.get(cpCode)?.cpStat !== entityState.enabled);
  await each(batches(resting, ENABLE_BATCH), (batch) => api.call(pileApi.changeStatBatch, { ids: batch.join(','), stat: entityState.enabled }));
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
    encryptionMode: encryptionMode.none,
    encryptionSecret: secret,
  }) as const;

/** The same at every run for whoever knows the salt, and a secret to everybody else. */
const secretOf = (cpCode: string, salt: string): string => createHmac('sha256', salt).update(cpCode).digest('hex').slice(0, 32);

const batches = (codes: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(codes.length / size) }, (_unused, index) => codes.slice(index * size, (index + 1) * size));
