import type { EndRecordFact } from '../facts.ts';
import { factsOf, factOf, type OrderFacts } from '../merge.ts';

/**
 * The record that counts: the one an operator adopted last, else the one settled on, else the first received. Records with other
 * content are conflicts.
 */
export const acceptedRecord = (facts: OrderFacts): EndRecordFact | undefined => {
  const records = factsOf(facts, 'endRecord');
  if (records.length === 0) return undefined;
  const adopted = factsOf(facts, 'recordAdopted').at(-1)?.digest;
  const basis = factOf(facts, 'settled')?.basis;
  const recordOf = (digest: string | undefined) => records.find((record) => record.digest === digest);
  return recordOf(adopted) ?? recordOf(basis) ?? records[0];
};

/** Digests of records that differ in content from the accepted one, in order of receipt. */
export const conflictDigests = (facts: OrderFacts): readonly string[] => {
  const records = factsOf(facts, 'endRecord');
  const accepted = acceptedRecord(facts);
  if (!accepted || records.length === 1) return [];
  const content = contentOf(accepted);
  return records.filter((record) => contentOf(record) !== content).map((record) => record.digest);
};

/**
 * Whether two records report the same charge. A recalled copy of a stored record differs in type, check code and digest but reports
 * the same, so it is not a second record.
 */
export const reportsSameCharge = (a: EndRecordFact, b: EndRecordFact): boolean => a.digest === b.digest || contentOf(a) === contentOf(b);

const contentOf = (record: EndRecordFact): string =>
  JSON.stringify([
    record.startAtMs,
    record.stopAtMs,
    record.startMeterDwh,
    record.stopMeterDwh,
    record.energyDwh,
    record.startSoc,
    record.stopSoc,
    record.stageEnergyDwh,
    record.slotEnergyDwh,
    record.deviceAmountE4,
    record.stopReason,
  ]);
