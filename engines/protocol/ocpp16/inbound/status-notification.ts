import type { GunStatus, PileStatus } from '#engines/protocol/device.ts';
import { readInstant } from '../instant.ts';
import type { StationCalls } from '../messages.ts';
import { cpWorkStatOf, faultTypeOf, gunWorkStatOf, hasFault, pluggedIn } from '../words.ts';
import { emptyReply, type MessageContext, type TranslatedCall } from './incoming.ts';
import { faultType } from '../../../pile/codes.ts';

/** StatusNotification reports the state of a gun, or of the pile when the connector is 0. */
export const statusNotification = (payload: StationCalls['StatusNotification'], { atMs: arrivedMs }: MessageContext): TranslatedCall => {
  const { atMs } = readInstant(payload.timestamp, arrivedMs);
  return { events: [payload.connectorId === 0 ? pileStatus(payload, atMs) : gunStatus(payload, atMs)], reply: () => emptyReply };
};

const gunStatus = (payload: StationCalls['StatusNotification'], atMs: number): GunStatus => {
  const { connectorId, status, errorCode } = payload;
  const faultInfo = faultWords(payload);
  return {
    kind: 'gunStatus',
    gunNumber: connectorId,
    gunWorkStat: gunWorkStatOf[status],
    gunFaultType: faultTypeOf(errorCode),
    atMs,
    ...(pluggedIn.has(status) && { plugged: true }),
    ...(status === 'Available' && { plugged: false }),
    ...(faultInfo !== '' && { faultInfo }),
  };
};

const pileStatus = (payload: StationCalls['StatusNotification'], atMs: number): PileStatus => {
  const faultInfo = faultWords(payload);
  return {
    kind: 'pileStatus',
    cpWorkStat: cpWorkStatOf(payload.status),
    cpFaultType: hasFault(payload.errorCode) ? faultType.unknown : null,
    atMs,
    details: faultInfo === '' ? {} : { faultInfo },
  };
};

const faultWords = ({ errorCode, info, vendorId, vendorErrorCode }: StationCalls['StatusNotification']): string => {
  const vendor = [vendorId, vendorErrorCode].filter(Boolean).join(' ');
  return [errorCode === 'NoError' ? '' : errorCode, vendor, info].filter(Boolean).join(': ');
};
