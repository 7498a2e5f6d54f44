import type { DeviceAnswers, EndRecord } from '#engines/protocol/device.ts';
import { sha256Hex } from '../../digest.ts';
import { stopReason } from '../../stop-reasons.ts';
import { readInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { dwhOfWh, readingsOf } from '../readings.ts';
import { idTagInfoOf, stopReasonOf } from '../words.ts';
import { answered, emptyReply, notStoredReply, type MessageContext, type TranslatedCall } from './incoming.ts';
import { sampleOf } from './meter-values.ts';
import { orderType } from '../../../order/codes.ts';
import { accountType, recordResult, startRequestResult } from '../../codes.ts';

/**
 * StopTransaction becomes the last samples, if the station includes them, and then the end record. A transaction id that the platform never assigned
 * (0, -1) is reported as well, because the station would repeat a refused stop for ever.
 */
export const stopTransaction = (payload: StationCalls['StopTransaction'], { atMs: arrivedMs, text }: MessageContext): TranslatedCall | string => {
  const stopMeterDwh = dwhOfWh(payload.meterStop);
  if (stopMeterDwh === undefined) return 'meterStop is negative';
  const { transactionId } = payload;
  const readings = readingsOf(payload.transactionData ?? [], arrivedMs);
  const samples = transactionId > 0 ? readings.map((readingSet) => sampleOf(readingSet, { gunNumber: 0, transactionId })) : [];
  const socs = readings.flatMap(({ soc }) => (soc === undefined ? [] : [soc]));
  const [startSoc, stopSoc] = [socs.at(0), socs.at(-1)];
  const endRecord: EndRecord = {
    kind: 'endRecord',
    transactionId,
    gunNumber: 0,
    orderType: orderType.online,
    stopAtMs: readInstant(payload.timestamp, arrivedMs).atMs,
    stopMeterDwh,
    stopReason: stopReasonOf(payload.reason),
    checkCode: 'absent',
    digest: digestOf(payload),
    raw: text,
    fromStore: false,
    ...(payload.idTag && { account: { accountType: accountType.card, account: payload.idTag } }),
    ...(startSoc !== undefined && { startSoc }),
    ...(stopSoc !== undefined && { stopSoc }),
  };
  return {
    events: [...samples, endRecord],
    reply: (answers) => {
      const answer = answers.at(-1);
      if (!answer || !('result' in answer) || answer.result !== recordResult.stored) return notStoredReply;
      return 'tag' in answer && answer.tag && 'mayStop' in answer.tag ? answered({ idTagInfo: stopInfoOf(answer.tag) }) : emptyReply;
    },
  };
};

/** A stop cannot be refused any more; the answer only tells the station what to make of the tag. */
const stopInfoOf = ({ mayStop, ...tag }: StopTag) =>
  tag.isExpired
    ? idTagInfoOf(startRequestResult.disabled, tag)
    : idTagInfoOf(mayStop ? startRequestResult.success : startRequestResult.unknownAccount, tag);
type StopTag = NonNullable<DeviceAnswers['endRecord']['tag']>;

/** An impossible meter value (meters are never negative) that marks a stop whose meter cannot be read. */
const UNREADABLE_DWH = -1;

/** A stop that is refused as invalid still reports which transaction has ended, and perhaps its meter. */
export const unreadableStop = (payload: unknown, { atMs: arrivedMs, text }: MessageContext): readonly EndRecord[] => {
  if (payload === null || typeof payload !== 'object' || !('transactionId' in payload)) return [];
  const { transactionId } = payload;
  const meterStop = 'meterStop' in payload && typeof payload.meterStop === 'number' ? dwhOfWh(payload.meterStop) : undefined;
  if (typeof transactionId !== 'number' || !Number.isInteger(transactionId) || transactionId <= 0 || transactionId > TRANSACTION_MAX) return [];
  return [
    {
      kind: 'endRecord',
      transactionId,
      gunNumber: 0,
      orderType: orderType.online,
      stopAtMs: readInstant('timestamp' in payload ? payload.timestamp : undefined, arrivedMs).atMs,
      stopMeterDwh: meterStop ?? UNREADABLE_DWH,
      stopReason: stopReason.unknown,
      checkCode: 'absent',
      digest: sha256Hex(JSON.stringify(payload)),
      raw: text,
      fromStore: false,
    },
  ];
};

/** Transaction ids are 32-bit integers. */
const TRANSACTION_MAX = 2 ** 31 - 1;

/** The digest omits the samples, because a repetition may leave them out or format them differently and is still the same stop. */
const digestOf = ({ transactionId, meterStop, timestamp, idTag, reason }: StationCalls['StopTransaction']): string => {
  const digestFields = [transactionId, meterStop, typeof timestamp === 'string' ? timestamp : '', idTag ?? '', reason ?? ''];
  return sha256Hex(JSON.stringify(digestFields));
};
