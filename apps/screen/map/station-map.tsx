import { useEffect, useMemo, useState } from 'react';
import type { ScreenStation } from '#domains/insight/resources.ts';
import { cutText, powerShown, textOf } from '../format.ts';
import { useSpeech } from '../say.tsx';
import { remPx, useSize } from '../use-size.ts';
import { loadOutlines } from './outlines.ts';
import type { Outline } from './outlines.ts';
import { projectionOf } from './projection.ts';
import type { Projection } from './projection.ts';

/** So many stations have their names written. */
const NAMED_MAX = 12;
/** The room that a name takes, and how far it is from its station, in rem. */
const NAME = { width: 13, height: 3.2, gap: 1.2, font: 1.1 } as const;
const MARK = { least: 0.3, most: 1, pulse: 0.9 } as const;
const GUNS_OF_MOST = 120;

interface PlacedStation extends ScreenStation {
  readonly lng: number;
  readonly lat: number;
}
const isPlaced = (station: ScreenStation): station is PlacedStation => station.lng !== null && station.lat !== null;

/** Stations where they are, with what they do now. Needs nothing from the internet. */
export const StationMap = ({ stations }: { readonly stations: readonly ScreenStation[] }) => {
  const { say, tag } = useSpeech();
  const { ref, width, height } = useSize();
  const rem = remPx();
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
              {station.charging > 0 && <circle className="pulse" r={MARK.pulse * rem} />}
              <circle r={(MARK.least + (MARK.most - MARK.least) * Math.min(1, Math.sqrt(station.guns / GUNS_OF_MOST))) * rem} />
            </g>
          ))}
          {namedOf(placed, projection, { width, rem }).map(({ station, x, y, isLeft }) => (
            <text key={station.id} className="place-name" x={x} y={y} textAnchor={isLeft ? 'end' : 'start'}>
              {cutText(station.name, NAME.width / NAME.font)}
              <tspan x={x} dy="1.2em">
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

interface NamedStation {
  readonly station: PlacedStation;
  readonly x: number;
  readonly y: number;
  /** The name ends at `x`. */
  readonly isLeft: boolean;
}

/** The stations whose names have room at their right or left side, in their order; a name covers no other. */
const namedOf = (
  placed: readonly PlacedStation[],
  { toX, toY }: Projection,
  { width, rem }: { readonly width: number; readonly rem: number },
): readonly NamedStation[] => {
  const named: NamedStation[] = [];
  const [room, gap] = [NAME.width * rem, NAME.gap * rem];
  const leftOf = ({ x, isLeft }: NamedStation): number => (isLeft ? x - room : x);
  for (const station of placed) {
    const [at, y] = [toX(station.lng), toY(station.lat)];
    const isFree = (name: NamedStation): boolean => {
      const left = leftOf(name);
      const isSeen = left >= 0 && left + room <= width;
      const isApart = named.every((other) => Math.abs(leftOf(other) - left) > room || Math.abs(other.y - y) > NAME.height * rem);
      return isSeen && isApart;
    };
    const free = [false, true].map((isLeft) => ({ station, x: isLeft ? at - gap : at + gap, y, isLeft })).find(isFree);
    if (free && named.length < NAMED_MAX) named.push(free);
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
