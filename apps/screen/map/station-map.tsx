import { useEffect, useMemo, useState } from 'react';
import type { ScreenStation } from '#domains/insight/resources.ts';
import { powerShown, textOf } from '../format.ts';
import { useSpeech } from '../say.tsx';
import { useSize } from '../use-size.ts';
import { loadOutlines } from './outlines.ts';
import type { Outline } from './outlines.ts';
import { projectionOf } from './projection.ts';
import type { Projection } from './projection.ts';

/** So many stations have their names written. */
const NAMED_MAX = 12;
/** The room that a name takes, in pixels. */
const NAME = { width: 220, height: 56 } as const;

interface PlacedStation extends ScreenStation {
  readonly lng: number;
  readonly lat: number;
}
const isPlaced = (station: ScreenStation): station is PlacedStation => station.lng !== null && station.lat !== null;

/** Stations where they are, with what they do now. Needs nothing from the internet. */
export const StationMap = ({ stations }: { readonly stations: readonly ScreenStation[] }) => {
  const { say, tag } = useSpeech();
  const { ref, width, height } = useSize();
  const [outlines, setOutlines] = useState<readonly Outline[]>([]);
  useEffect(() => void loadOutlines(tag).then(setOutlines, () => undefined), [tag]);
  const placed = stations.filter(isPlaced);
  const places = placed.map(({ lng, lat }) => `${lng} ${lat}`).join(';');
  const projection = useMemo(
    () => (placed.length > 0 && width > 0 ? projectionOf(placed, { width, height }) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the stations change with every event, and their places seldom
    [places, width, height],
  );
  const paths = useMemo(() => (projection ? outlines.flatMap((outline) => pathOf(outline, projection)) : []), [projection, outlines]);
  return (
    <div className="map" ref={ref}>
      {projection && (
        <svg width={width} height={height}>
          <title>{say('stations')}</title>
          <g className="land">
            {paths.map((path) => (
              <path key={path} d={path} className={path.endsWith('Z') ? 'area' : 'border'} />
            ))}
          </g>
          {placed.toReversed().map((station) => (
            <g
              key={station.id}
              className={`place place-${toneOf(station)}`}
              transform={`translate(${projection.toX(station.lng)} ${projection.toY(station.lat)})`}
            >
              {station.charging > 0 && <circle className="pulse" r={14} />}
              <circle r={Math.min(16, 5 + Math.sqrt(station.guns))} />
            </g>
          ))}
          {namedOf(placed, projection).map((station) => (
            <text key={station.id} className="place-name" x={projection.toX(station.lng) + 20} y={projection.toY(station.lat)}>
              {station.name}
              <tspan x={projection.toX(station.lng) + 20} dy="1.2em">
                {station.charging}/{station.guns} · {textOf(powerShown(station.powerW, tag))}
              </tspan>
            </text>
          ))}
        </svg>
      )}
      {placed.length < stations.length && <p className="map-note">{say('noPosition', { n: stations.length - placed.length })}</p>}
    </div>
  );
};

/** The stations whose names have room, in their order; a name covers no other. */
const namedOf = (placed: readonly PlacedStation[], { toX, toY }: Projection): readonly PlacedStation[] => {
  const named: PlacedStation[] = [];
  for (const station of placed) {
    const [x, y] = [toX(station.lng), toY(station.lat)];
    const isFree = named.every((other) => Math.abs(toX(other.lng) - x) > NAME.width || Math.abs(toY(other.lat) - y) > NAME.height);
    if (isFree && named.length < NAMED_MAX) named.push(station);
  }
  return named;
};

const toneOf = ({ guns, offline, fault, charging }: ScreenStation): string => {
  if (guns > 0 && offline === guns) return 'offline';
  if (fault > 0) return 'fault';
  return charging > 0 ? 'busy' : 'idle';
};

/** Nothing is drawn of an outline that is not seen. */
const pathOf = (outline: Outline, { toX, toY, west, east, south, north }: Projection): readonly string[] => {
  const lngs = outline.map(([lng]) => lng);
  const lats = outline.map(([, lat]) => lat);
  const isSeen = Math.min(...lngs) < east && Math.max(...lngs) > west && Math.min(...lats) < north && Math.max(...lats) > south;
  if (!isSeen) return [];
  const points = outline.map(([lng, lat], index) => `${index === 0 ? 'M' : 'L'}${toX(lng).toFixed(1)} ${toY(lat).toFixed(1)}`).join('');
  const [first, last] = [outline[0], outline.at(-1)];
  return [first && last && first[0] === last[0] && first[1] === last[1] ? `${points}Z` : points];
};
