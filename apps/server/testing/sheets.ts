import { anonymousViewer } from '#kit/server/context/viewer.ts';
import { writeXlsx } from 'hucre/xlsx';
import type { Field } from '#kit/fields/field.ts';
import { importColumns } from '#kit/server/excel/excel-export.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import type { NamedEndpoint } from './positions.ts';
import { fail } from './world.ts';
import type { Person, ServerTestbed } from './world.ts';

/** An import with the noun it adds. */
export interface Import {
  readonly place: NamedEndpoint;
  readonly noun: AnyResource;
  readonly columns: readonly (readonly [string, Field])[];
}

export const importsOf = (places: readonly NamedEndpoint[]): readonly Import[] =>
  places.flatMap((place) =>
    place.name.endsWith('.importExcel') && place.feature.resource
      ? [{ place, noun: place.feature.resource, columns: importColumns(place.feature.resource, anonymousViewer) }]
      : [],
  );

/** The result of an import for each row: added, or the cells with the reason. */
export const importEach = async (
  world: ServerTestbed,
  person: Person,
  ask: { readonly target: Import; readonly rows: readonly Input[] },
): Promise<readonly string[]> => {
  const { place, columns } = ask.target;
  const cells = ask.rows.map((row) =>
    columns.map(([name]) => row[name]).map((value) => (typeof value === 'string' || typeof value === 'number' ? value : null)),
  );
  const bytes = await writeXlsx({ sheets: [{ name: 's', rows: [columns.map(([name]) => name), ...cells] }] });
  const body = new FormData();
  body.append('file', new Blob([Uint8Array.from(bytes)]), 'rows.xlsx');
  const { result, text } = await world.ask({ token: person.token, body }, place.endpoint);
  if (!isRecord(result)) return ask.rows.map(() => text);
  const bad = await badRows(world, person, result['fileUrl']);
  // The first row of a sheet is its header.
  return ask.rows.map((_row, index) => bad.get(index + 2) ?? 'added');
};

const badRows = async (world: ServerTestbed, person: Person, fileUrl: unknown): Promise<ReadonlyMap<unknown, string>> => {
  if (typeof fileUrl !== 'string') return new Map();
  const download = world.server.registry.feature('upload')?.api['made'] ?? fail('nothing serves the files of imports');
  const { result } = await world.ask(person.token, download, { name: fileUrl.split('/').at(-1) });
  const rows: readonly unknown[] = Array.isArray(result) && Array.isArray(result[0]) ? result[0] : [];
  return new Map(rows.map((row): [unknown, string] => (Array.isArray(row) ? [row[0], JSON.stringify(row)] : ['', ''])));
};
