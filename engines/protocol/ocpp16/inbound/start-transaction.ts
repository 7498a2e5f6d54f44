import { readInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { dwhOfWh } from '../readings.ts';
import { idTagInfoOf } from '../words.ts';
import { answered, notStoredReply, type MessageContext, type TranslatedCall } from './incoming.ts';
import { startRequestResult } from '../../codes.ts';

/** StartTransaction reports that the charge has begun; the answer gives it an id and says whether it may continue. */
export const startTransaction = (payload: StationCalls['StartTransaction'], { atMs: arrivedMs }: MessageContext): TranslatedCall | string => {
  const startMeterDwh = dwhOfWh(payload.meterStart);
  if (startMeterDwh === undefined) return 'meterStart is negative';
  const { atMs, flaw } = readInstant(payload.timestamp, arrivedMs);
  return {
    events: [
      {
        kind: 'transactionStarted',
        gunNumber: payload.connectorId,
        idTag: payload.idTag,
        startAtMs: atMs,
        ...((flaw === 'missing' || flaw === 'unreadable') && { undated: true }),
        startMeterDwh,
        ...(payload.reservationId != null && { reservationId: payload.reservationId }),
      },
    ],
    reply: ([answer]) => {
      if (!answer || !('transactionId' in answer)) return notStoredReply;
      // When `accepted` contradicts its reason, the charge must not continue.
      const refusal = answer.reason === startRequestResult.success ? startRequestResult.other : answer.reason;
      const result = answer.accepted ? startRequestResult.success : refusal;
      return answered({ transactionId: answer.transactionId, idTagInfo: idTagInfoOf(result, answer.tag) });
    },
  };
};
