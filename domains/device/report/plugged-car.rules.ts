import type { BmsReport } from '#engines/protocol/device.ts';

/** What is known of a car: its VIN in capitals, its state of charge in whole percent. */
export interface ReportedCar {
  readonly vin?: string;
  readonly socPercent?: number;
}

/** A VIN in capitals; undefined for the blanks and repeated characters that a battery sends if it does not know its car. */
export const readableVin = (text: string): string | undefined => {
  const vin = text.trim().toUpperCase();
  return /^(?!(.)\1*$)[0-9A-Z]{17}$/u.test(vin) ? vin : undefined;
};

/** What a report says of the car at the gun; undefined if it says nothing. Later stages belong to a running charge. */
export const carOfReport = ({ stage, values }: Pick<BmsReport, 'stage' | 'values'>): ReportedCar | undefined => {
  if (stage === 'handshake') {
    const vin = readableVin(String(values['vin'] ?? ''));
    return vin === undefined ? undefined : { vin };
  }
  const soc = stage === 'parameter' ? Number(values['soc'] ?? Number.NaN) : Number.NaN;
  return soc >= 0 && soc <= 100 ? { socPercent: Math.floor(soc) } : undefined;
};
