import { parse } from '#kit/fields/parse.ts';
import { station } from './station.ts';

export interface Place {
  readonly gpsX: string;
  readonly gpsY: string;
}

/**
 * Reads what a map copies: `116.397029,39.917839`, longitude first, with a comma, blank or tab between.
 * Undefined when it is no place on earth.
 */
export const readPlace = (copied: string): Place | undefined => {
  const [gpsX = '', gpsY = '', ...more] = copied.trim().split(/[\s,，;；]+/);
  if (more.length > 0 || gpsX === '' || gpsY === '') return undefined;
  const fits = parse(station.fields.gpsX, gpsX).ok && parse(station.fields.gpsY, gpsY).ok;
  return fits ? { gpsX, gpsY } : undefined;
};
