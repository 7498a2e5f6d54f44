import { parse } from '#kit/fields/parse.ts';
import { station } from './station.ts';

export interface MapPosition {
  readonly gpsX: string;
  readonly gpsY: string;
}

/** Address of a map page, centred on the position, or zoomed out when there is none. */
export const mapUrl = ({ gpsX, gpsY }: Partial<Readonly<Record<keyof MapPosition, string | null | undefined>>>): string => {
  const position = gpsX && gpsY ? parsePosition(`${gpsX},${gpsY}`) : undefined;
  return position
    ? `https://www.openstreetmap.org/?mlat=${position.gpsY}&mlon=${position.gpsX}#map=17/${position.gpsY}/${position.gpsX}`
    : 'https://www.openstreetmap.org/#map=4/35/105';
};

/** Reads zoom, latitude and longitude of the map's centre from the address of its page. */
const mapCenterOf = (text: string): string =>
  text.replace(/^https:\/\/www\.openstreetmap\.org\/\S*#map=[\d.]+\/(-?\d+(?:\.\d{1,6})?)\d*\/(-?\d+(?:\.\d{1,6})?)\d*\S*$/u, '$2,$1');

/**
 * Parses a position copied from a map: `116.397029,39.917839`, longitude first, separated by a comma, blank or tab, or the address
 * of a page that `mapAt` opened. Undefined when it is not a valid position.
 */
export const parsePosition = (text: string): MapPosition | undefined => {
  const [gpsX = '', gpsY = '', ...extraParts] = mapCenterOf(text.trim()).split(/[\s,，;；]+/);
  if (extraParts.length > 0 || gpsX === '' || gpsY === '') return undefined;
  const isValid = parse(station.fields.gpsX, gpsX).ok && parse(station.fields.gpsY, gpsY).ok;
  return isValid ? { gpsX, gpsY } : undefined;
};
