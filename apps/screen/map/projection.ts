/** A position in degrees. */
export interface Position {
  readonly lng: number;
  readonly lat: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Degrees that a map shows at least, so that one station is seen in its country. */
const SPAN_MIN = { lng: 8, lat: 5 } as const;
/** The part of the frame that stays free around the outermost stations. */
const MARGIN = 0.14;

export interface Projection {
  readonly toX: (lng: number) => number;
  readonly toY: (lat: number) => number;
  /** The part of the world that is seen, in degrees. */
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * An equirectangular map that fits the positions into a frame, with the scale of its middle latitude: shapes are right where the stations are. Positions on
 * both sides of the date line are not brought together.
 */
export const projectionOf = (positions: readonly Position[], { width, height }: Frame): Projection => {
  const [lngs, lats] = [positions.map(({ lng }) => lng), positions.map(({ lat }) => lat)];
  const middle = { lng: (Math.min(...lngs) + Math.max(...lngs)) / 2, lat: (Math.min(...lats) + Math.max(...lats)) / 2 };
  const narrowing = Math.cos((middle.lat * Math.PI) / 180);
  const spanLng = Math.max(SPAN_MIN.lng, Math.max(...lngs) - Math.min(...lngs)) * narrowing;
  const spanLat = Math.max(SPAN_MIN.lat, Math.max(...lats) - Math.min(...lats));
  const inner = 1 - 2 * MARGIN;
  const pxPerDegree = Math.min((width * inner) / spanLng, (height * inner) / spanLat);
  const toX = (lng: number): number => width / 2 + (lng - middle.lng) * narrowing * pxPerDegree;
  const toY = (lat: number): number => height / 2 - (lat - middle.lat) * pxPerDegree;
  return {
    toX,
    toY,
    west: middle.lng - width / 2 / narrowing / pxPerDegree,
    east: middle.lng + width / 2 / narrowing / pxPerDegree,
    south: middle.lat - height / 2 / pxPerDegree,
    north: middle.lat + height / 2 / pxPerDegree,
  };
};
