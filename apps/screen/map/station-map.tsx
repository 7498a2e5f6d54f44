import { useEffect, useMemo, useState } from 'react';
import type { ScreenStation } from '#domains/insight/resources.ts';
import { cutText, powerShown, textOf, textWidth } from '../format.ts';
import { useSpeech } from '../say.tsx';
import { remPx, useSize } from '../use-size.ts';
import { loadOutlines } from './outlines.ts';
import type { Outline } from './outlines.ts';
import { projectionOf } from './projection.ts';
import type { Projection } from './projection.ts';
import { placeNames } from './station-names.ts';
import type { NamePlace } from './station-names.ts';

/** So many stations have their names written. */
const NAMED_MAX = 12;
/** The widest name, its two lines, and how far they are from their station, in rem. */
const NAME = { width: 13, height: 2.9, gap: 1.2, font: 1.1 } as const;
const MARK = { least: 0.3, most: 1 } as const;
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
        <svg className="land" width={width} height={height}>
          {paths.map((path) => (
            <path key={path} d={path} />
          ))}
        </svg>
      )}
      {projection &&
        placed
          .filter(({ charging }) => charging > 0)
          .map((station) => <Pulse key={station.id} tone={toneOf(station)} x={projection.toX(station.lng)} y={projection.toY(station.lat)} />)}
      {projection && (
        <svg width={width} height={height}>
          <title>{say('stations')}</title>
          {placed.toReversed().map((station) => (
            <circle
              key={station.id}
              className={`place place-${toneOf(station)}`}
              cx={projection.toX(station.lng)}
              cy={projection.toY(station.lat)}
              r={(MARK.least + (MARK.most - MARK.least) * Math.min(1, Math.sqrt(station.guns / GUNS_OF_MOST))) * rem}
            />
          ))}
          {namesOf(placed, projection, { width, height, rem, tag }).map(({ id, lines, place }) => (
            <text key={id} className="place-name" x={place.x} y={place.y - 0.2 * rem} textAnchor={place.anchor}>
              {lines[0]}
              <tspan x={place.x} dy="1.2em">
                {lines[1]}
              </tspan>
            </text>
          ))}
        </svg>
      )}
      {placed.length < stations.length && <p className="map-note">{say('noPosition', { n: stations.length - placed.length })}</p>}
    </div>
  );
};

/** Where somebody charges. No part of a drawing, because only boxes are moved without drawing them anew sixty times a second. */
const Pulse = ({ tone, x, y }: { readonly tone: string; readonly x: number; readonly y: number }) => (
  <i className={`pulse place-${tone}`} style={{ left: x, top: y }} />
);

interface StationName {
  readonly id: string;
  readonly lines: readonly [string, string];
  readonly place: NamePlace;
}

interface MapScale {
  readonly width: number;
  readonly height: number;
  readonly rem: number;
  readonly tag: string;
}

/** The first stations whose names have room. */
const namesOf = (placed: readonly PlacedStation[], { toX, toY }: Projection, { width, height, rem, tag }: MapScale): readonly StationName[] => {
  const named = placed.map(({ id, name, lng, lat, charging, guns, powerW }) => {
    const lines = [cutText(name, NAME.width / NAME.font), `${charging}/${guns} · ${textOf(powerShown(powerW, tag))}`] as const;
    return { id, lines, x: toX(lng), y: toY(lat), widthPx: Math.max(...lines.map(textWidth)) * NAME.font * rem };
  });
  const places = placeNames(named, { width, height, nameHeight: NAME.height * rem, gap: NAME.gap * rem, most: NAMED_MAX });
  return named.flatMap(({ id, lines }, index) => {
    const place = places[index];
    return place ? [{ id, lines, place }] : [];
  });
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
  return [`${points}Z`];
};
