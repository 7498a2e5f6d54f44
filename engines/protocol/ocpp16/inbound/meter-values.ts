import type { ChargingSample, OtherReport } from '#engines/protocol/device.ts';
import type { StationCalls } from '../messages.ts';
import { readingsOf, type MeterReading } from '../readings.ts';
import { emptyReply, type MessageContext, type TranslatedCall } from './incoming.ts';

/**
 * MeterValues: samples of the charge that the transaction id identifies. Without a transaction (0, negative or absent) they are
 * readings of the meter alone and are stored as such, because they must not change any order.
 */
export const meterValues = ({ connectorId, transactionId, meterValue }: StationCalls['MeterValues'], { atMs }: MessageContext): TranslatedCall => {
  const readings = readingsOf(meterValue, atMs);
  const events =
    transactionId != null && transactionId > 0
      ? readings.map((readingSet) => sampleOf(readingSet, { gunNumber: connectorId, transactionId }))
      : readings.map((readingSet) => meterOf(readingSet, connectorId));
  return { events, reply: () => emptyReply };
};

/** A sample of an order, from one set of readings. */
export const sampleOf = (
  readings: MeterReading,
  { gunNumber, transactionId }: { readonly gunNumber: number; readonly transactionId: number },
): ChargingSample => {
  const { gunTempC, ...values } = readings;
  return { kind: 'chargingSample', gunNumber, transactionId, ...values, ...(gunTempC !== undefined && { gunDcPositiveTemp: gunTempC }) };
};

const meterOf = (readings: MeterReading, connectorId: number): OtherReport => ({
  kind: 'other',
  name: 'MeterValues',
  values: { gunNumber: connectorId, ...readings },
});
