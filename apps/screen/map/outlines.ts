import world from '@surbowl/world-geo-json-zh/world.zh.json?url';
import atlas from 'world-atlas/countries-50m.json?url';

/** A line of a map: longitudes and latitudes in degrees. */
export type Outline = readonly (readonly [number, number])[];

const loaded = new Map<boolean, Promise<readonly Outline[]>>();

/**
 * The borders of countries, from files of the product's own. Chinese screens show the world as it is drawn in China, others as Natural Earth draws it. They
 * stay for as long as the page is open, because a wall comes back to its map every few minutes.
 */
export const loadOutlines = (tag: string): Promise<readonly Outline[]> => {
  const isChinese = tag.startsWith('zh');
  const known = loaded.get(isChinese) ?? outlinesOf(isChinese);
  loaded.set(isChinese, known);
  // A failure is tried again when the map is shown next.
  known.catch(() => loaded.delete(isChinese));
  return known;
};

const outlinesOf = async (isChinese: boolean): Promise<readonly Outline[]> =>
  isChinese ? outlinesOfShapes(await read(world)) : outlinesOfArcs(await read(atlas));

// oxlint-disable-next-line typescript/no-unsafe-return -- the files belong to the build, and have the declared forms
const read = async <T>(url: string): Promise<T> => (await fetch(url)).json();

/** GeoJSON, as far as it is needed. */
export interface CountryShapes {
  readonly features: readonly {
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly Outline[] }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Outline[])[] };
  }[];
}

export const outlinesOfShapes = ({ features }: CountryShapes): readonly Outline[] =>
  features.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()));

/** TopoJSON, as far as it is needed: lines of which neighbours share one, as differences of whole numbers, and countries as rings of lines. */
export interface BorderArcs {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly Outline[];
  readonly objects: {
    readonly countries: {
      readonly geometries: readonly (
        | { readonly type: 'Polygon'; readonly arcs: readonly ArcRing[] }
        | { readonly type: 'MultiPolygon'; readonly arcs: readonly (readonly ArcRing[])[] }
      )[];
    };
  };
}

/** The numbers of lines one after the other; `~n` is line n from its end to its beginning. */
type ArcRing = readonly number[];

export const outlinesOfArcs = ({ transform: { scale, translate }, arcs, objects }: BorderArcs): readonly Outline[] => {
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): readonly [number, number] => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const lineOf = (number: number): Outline => (number < 0 ? (lines[~number] ?? []).toReversed() : (lines[number] ?? []));
  // A line begins where the one before it ended.
  const outlineOf = (ring: ArcRing): Outline => ring.flatMap((number, index) => lineOf(number).slice(index === 0 ? 0 : 1));
  return objects.countries.geometries.flatMap((country) => (country.type === 'Polygon' ? country.arcs : country.arcs.flat()).map(outlineOf));
};
