import type { ComponentType } from 'react';

/** What a later domain shows of a station on the monitor, above its piles; it may draw nothing. */
export interface StationPart {
  readonly key: string;
  /** The permission it needs. */
  readonly allow: string;
  readonly Body: ComponentType<{ readonly stationId: string }>;
}

let registered: readonly StationPart[] = [];

/** Called before the page is shown. */
export const setStationParts = (parts: readonly StationPart[]): void => {
  registered = parts;
};

export const stationParts = (): readonly StationPart[] => registered;
