import { useEffect, useMemo, useState } from 'react';
import type { ScreenStation } from '#domains/insight/resources.ts';
import { countShown, cutText, powerShown, textOf, textWidth } from '../format.ts';
import { useSpeech } from '../say.tsx';
import { remPx, useSize } from '../use-size.ts';
import { loadOutlines } from './outlines.ts';
import type { Outline } from './outlines.ts';
import { projectionOf } from './projection.ts';
import type { Projection } from './projection.ts';
import { groupStations } from './station-groups.ts';
import type { PlacedStation, StationGroup } from './station-groups.ts';
import { placeNames } from './station-names.ts';
import type { NamePlace } from './station-names.ts';

/** So many groups have their names written. */
const NAMED_MAX = 12;
/** The widest name, its two lines, and how far they are from the mark, in rem. */
const NAME = { width: 13, height: 2.9, gap: 0.4, font: 1.1 } as const;
/** Radii of marks and the least distance between two, in rem. */
const MARK = { least: 0.3, most: 1, ofGroup: 1.1, ringHalf: 0.2, distance: 2.6 } as const;
const GUNS_OF_MOST = 120;

const isPlaced = (station: ScreenStation): station is PlacedStation => station.lng !== null && station.lat !== null;

interface StationMapProps {
  readonly stations: readonly ScreenStation[];
  /** Of all, of which those with the most power are shown. */
  readonly count: number;
}

/** Stations where they are, with what they do now. Needs nothing from the internet. */
export const StationMap = ({ stations, count }: StationMapProps) => {
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
  const groups = projection ? groupStations(placed, { ...projection, distancePx: MARK.distance * rem }) : [];
  const paths = useMemo(() => (projection ? outlines.flatMap((outline) => pathOf(outline, projection)) : []), [projection, outlines]);
  const notes = [
    ...(stations.length < count ? [say('mostPower', { n: stations.length, count: textOf(countShown(count, tag)) })] : []),
    ...(placed.length < stations.length ? [say('noPosition', { n: stations.length - placed.length })] : []),
  ];
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
        groups
          .filter(({ charging }) => charging > 0)
          .map((group) => <Pulse key={group.id} tone={toneOf(group)} x={projection.toX(group.lng)} y={projection.toY(group.lat)} />)}
      {projection && (
        <svg width={width} height={height}>
          <title>{say('stations')}</title>
          {groups.toReversed().map((group) => (
            <Mark key={group.id} group={group} x={projection.toX(group.lng)} y={projection.toY(group.lat)} radius={radiusOf(group) * rem} />
          ))}
          {namesOf(groups, projection, { width, height, rem, tag }).map(({ id, lines, place }) => (
            <text key={id} className="place-name" x={place.x} y={place.y - 0.2 * rem} textAnchor={place.anchor}>
              {lines[0]}
              <tspan x={place.x} dy="1.2em">
                {lines[1]}
              </tspan>
            </text>
          ))}
        </svg>
      )}
      {notes.length > 0 && <p className="map-note">{notes.join(' · ')}</p>}
    </div>
  );
};

interface MarkProps {
  readonly group: StationGroup;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** One station is a point of the colour of what it does; several are their number in a ring of the shares of their guns. */
const Mark = ({ group, x, y, radius }: MarkProps) => {
  const { others, guns, charging, fault, offline } = group;
  if (others === 0) return <circle className={`place place-${toneOf(group)}`} cx={x} cy={y} r={radius} />;
  const around = 2 * Math.PI * radius;
  const shares = [
    { tone: 'busy', from: 0, count: charging },
    { tone: 'fault', from: charging, count: fault },
    { tone: 'offline', from: charging + fault, count: offline },
  ];
  return (
    <g className="place">
      <circle className="place-ring" cx={x} cy={y} r={radius} />
      {shares
        .filter(({ count }) => count > 0)
        .map(({ tone, from, count }) => (
          <circle
            key={tone}
            className={`place-share place-${tone}`}
            cx={x}
            cy={y}
            r={radius}
            strokeDasharray={`${(count / guns) * around} ${around}`}
            transform={`rotate(${(from / guns) * 360 - 90} ${x} ${y})`}
          />
        ))}
      <text className="place-count" x={x} y={y} textAnchor="middle" dy="0.36em">
        {others + 1}
      </text>
    </g>
  );
};

/** In rem. */
const radiusOf = ({ others, guns }: StationGroup): number =>
  others > 0 ? MARK.ofGroup : MARK.least + (MARK.most - MARK.least) * Math.min(1, Math.sqrt(guns / GUNS_OF_MOST));

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

/** The first groups whose names have room. */
const namesOf = (groups: readonly StationGroup[], { toX, toY }: Projection, { width, height, rem, tag }: MapScale): readonly StationName[] => {
  const named = groups.map((group) => {
    const { id, name, others, lng, lat, charging, guns, powerW } = group;
    const more = others > 0 ? ` +${others}` : '';
    const title = `${cutText(name, NAME.width / NAME.font - textWidth(more))}${more}`;
    const lines = [title, `${charging}/${guns} · ${textOf(powerShown(powerW, tag))}`] as const;
    return {
      id,
      lines,
      x: toX(lng),
      y: toY(lat),
      radius: (radiusOf(group) + MARK.ringHalf) * rem,
      widthPx: Math.max(...lines.map(textWidth)) * NAME.font * rem,
    };
  });
  const places = placeNames(named, { width, height, nameHeight: NAME.height * rem, gap: NAME.gap * rem, most: NAMED_MAX });
  return named.flatMap(({ id, lines }, index) => {
    const place = places[index];
    return place ? [{ id, lines, place }] : [];
  });
};

/** Of many stations there is nearly always one with a fault, which its share of the ring shows. */
const toneOf = ({ others, guns, offline, fault, charging }: StationGroup): string => {
  if (guns > 0 && offline === guns) return 'offline';
  if (fault > 0 && others === 0) return 'fault';
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
