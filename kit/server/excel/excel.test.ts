import { deflateRawSync } from 'node:zlib';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, day, readOnly, id, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import type { ImportAnswer, ImportEdit } from '#kit/resource/crud.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { addHandlers, crudHandlers } from '../crud/crud.ts';
import { implement } from '../context/route.ts';

const W = (word: string) => [word, word, word] as const;
const colour = codeTable({
  dictCode: 'test_colour',
  title: W('Colour'),
  items: { red: { value: 1, words: ['红', '紅', 'Red'] }, green: { value: 2, words: ['绿', '綠', 'Green'] } },
});
const tool = resource({
  name: 'tool',
  path: '/test/tool',
  table: 'tool',
  key: 'toolId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    toolId: readOnly(id()),
    tenantId: readOnly(id()),
    name: text({ min: 2, max: 40, filter: 'contains', sort: true }),
    colour: choice(colour, { filter: 'equals' }),
    size: count({ max: 99 }),
    bought: day(),
  },
});
const api = crud(tool);
const fields = { toolId: W('Id'), tenantId: W('Tenant'), name: W('Name'), colour: W('Colour'), size: W('Size'), bought: W('Bought') };

let server: TestServer;
const viewer = viewers.tenant('1');
beforeAll(async () => {
  server = await startTestServer({
    domains: [domain('test', [feature({ name: 'tool', resource: tool, api, labels: labels(tool, { noun: W('Tool'), fields }) })])],
    routes: implement(api, {
      ...crudHandlers(tool),
      ...addHandlers(tool, (ctx, draft) => ctx.rows(tool).insert({ ...draft, tenantId: '1' })),
    }),
  });
  await server.database.asSuperuser(`
    insert into tenant (tenant_id, name) values (1, 'One');
    create table tool (tool_id bigint generated always as identity primary key, tenant_id bigint not null default 1, name text, colour int2, size int4,
      bought date, is_delete boolean not null default false, create_by text, create_time timestamptz default now(), update_by text, update_time timestamptz,
      version int4 not null default 1);
    create unique index tool_name_key on tool (name) where not is_delete;
    grant select, insert, update, delete on tool to chargeops_app, chargeops_system;`);
});
afterAll(() => server.close());

type Cells = readonly (readonly (string | number | null)[])[];
const HEADER = ['Name', 'Colour', 'Size', 'Bought'];
const xlsx = async (rows: Cells) => writeXlsx({ sheets: [{ name: 's', rows: rows.map((row) => [...row]) }] });
/** A workbook that another library wrote. */
const written = (rows: Cells, bookType: 'biff8' | 'xlsx'): Uint8Array => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 's');
  return new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer); // an array was requested
};
interface UploadParts {
  readonly preview?: 1;
  readonly edits?: readonly ImportEdit[] | string;
}
const send = async (files: readonly (readonly [name: string, bytes: Uint8Array])[], { preview, edits }: UploadParts = {}) => {
  const form = new FormData();
  if (preview) form.append('preview', '1');
  if (edits) form.append('edits', typeof edits === 'string' ? edits : JSON.stringify(edits));
  for (const [name, bytes] of files) form.append('files[]', new Blob([Uint8Array.from(bytes)]), name);
  const response = await server.fetch(viewer, api.importExcel.path, { method: 'POST', body: form });
  return { status: response.status, ...((await response.json()) as { code: number; success: boolean; message: string; result: ImportAnswer }) };
};
const names = async () => (await server.ok(viewer, api.list, { column: 'name', order: 'asc', pageSize: '100' })).records.map(({ name }) => name);
const clear = () => server.database.asSuperuser('delete from tool');

describe('a dry run', () => {
  const rows: Cells = [
    [...HEADER, 'Remark'],
    ['Hammer', 'Red', 5, '2026-01-02'],
    ['X', 'Blue', 500, 'soon'],
    [null, null, null, null],
    ['Saw', 'Green', 1, '2026-01-03'],
    ['Saw', 'Green', 2, '2026-01-04'],
  ];
  test('tells each bad cell by the sheet’s own row and keeps nothing', async () => {
    const { code, result } = await send([['tools.xlsx', await xlsx(rows)]], { preview: 1 });
    expect([code, result.totalCount, result.successCount, result.errorCount]).toEqual([200, 4, 0, 0]);
    expect(result.preview).toMatchObject({ goodCount: 2, badCount: 2, files: [{ name: 'tools.xlsx', unread: ['Remark'] }] });
    expect(result.preview?.columns.map(({ name, options }) => [name, options])).toEqual([
      ['name', undefined],
      ['colour', ['Red', 'Green']],
      ['size', undefined],
      ['bought', undefined],
    ]);
    const [third, sixth] = result.preview?.bad ?? [];
    expect(third).toMatchObject({ file: 0, row: 3, cells: { name: 'X', colour: 'Blue', size: '500', bought: 'soon' } });
    expect(Object.keys(third?.problems ?? {})).toEqual(['name', 'colour', 'size', 'bought']);
    // Duplicate rows within the sheet are reported although neither is stored.
    expect(sixth).toMatchObject({ row: 6, problems: { name: 'Name exists already' } });
    expect(await names()).toEqual([]);
  });

  test('cells are put right in place; the good rows are kept and only the bad ones come back', async () => {
    const edits = [
      { file: 0, row: 3, cells: { name: 'Chisel', colour: 'Green', size: '50', bought: '2026-02-01' } },
      { file: 0, row: 6, cells: { size: '1000' } },
    ];
    const sheet = ['tools.xlsx', await xlsx(rows)] as const;
    expect((await send([sheet], { preview: 1, edits })).result.preview).toMatchObject({ goodCount: 3, badCount: 1 });
    const { code, result, message } = await send([sheet], { edits });
    expect([code, result.successCount, result.errorCount, message]).toEqual([201, 3, 1, 'Imported, but some rows have errors']);
    expect(await names()).toEqual(['Chisel', 'Hammer', 'Saw']);
    const [file] = await server.database.asSuperuser<{ body: Buffer }>(
      `select body from made_file where name = '${result.fileUrl?.split('/').at(-1)}'`,
    );
    const returned = new Uint8Array(file?.body ?? Buffer.alloc(0));
    expect((await readXlsx(returned)).sheets[0]?.rows).toEqual([
      ['Row', 'Reason', ...HEADER, 'Remark'],
      [6, 'Size cannot be more than 99', 'Saw', 'Green', '1000', '2026-01-04', null],
    ]);
    // The returned workbook can be imported again.
    const again = await send([['again.xlsx', returned]], { edits: [{ file: 0, row: 2, cells: { size: '3', name: 'Axe' } }] });
    expect([again.code, again.result.successCount]).toEqual([200, 1]);
    await clear();
  });

  test.each(['{', '{}', '[7]', '[{"file":0,"row":2,"cells":{"tenantId":"2"}}]', '[{"file":0,"row":2,"cells":{"name":7}}]', '[{"row":2,"cells":{}}]'])(
    'corrections like %s are refused',
    async (edits) => expect((await send([['t.xlsx', await xlsx(rows)]], { edits })).status).toBe(400),
  );
});

test('several files are taken together; reasons and refusals say which', async () => {
  const one = await xlsx([['Title of the form'], [], HEADER, ['Hammer', 1, 5, '2026-01-02']]);
  const two = await xlsx([
    ['Size', 'Name', 'Bought', 'Colour'],
    [7, 'Hammer', '2026-01-02', 'Red'],
    [8, '=HYPERLINK("http://x")', '2026-01-02', 'Rot'],
  ]);
  const { code, result } = await send([
    ['one.xlsx', one],
    ['two.xlsx', two],
  ]);
  expect([code, result.successCount, result.errorCount]).toEqual([201, 1, 2]);
  const [file] = await server.database.asSuperuser<{ body: Buffer }>(
    `select body from made_file where name = '${result.fileUrl?.split('/').at(-1)}'`,
  );
  const [header, ...bad] = (await readXlsx(new Uint8Array(file?.body ?? Buffer.alloc(0)))).sheets[0]?.rows ?? [];
  expect(header).toEqual(['File', 'Row', 'Reason', ...HEADER]);
  expect(bad.map((row) => row.slice(0, 2))).toEqual([
    ['two.xlsx', 2],
    ['two.xlsx', 3],
  ]);
  expect(bad[1]?.[3]).toBe('\'=HYPERLINK("http://x")');
  const mixed = await send([
    ['one.xlsx', one],
    ['no.xlsx', Buffer.from('no workbook')],
  ]);
  expect([mixed.success, mixed.message]).toEqual([false, 'no.xlsx: Only Excel files can be uploaded (.xls, .xlsx)']);
  expect(await names()).toEqual(['Hammer']);
  await clear();
});

describe('formats', () => {
  const rows: Cells = [HEADER, ['Hammer ünï 锤子', 'Red', 5, '2026-01-02'], ["'=1+1", 'Green', 7, '2026-01-03']];
  test.each(['biff8', 'xlsx'] as const)('%s of another library is read, and what an export has made harmless is as it was', async (bookType) => {
    expect((await send([['tools.xls', written(rows, bookType)]])).message).toBe('Imported 2 rows');
    expect(await names()).toEqual(['=1+1', 'Hammer ünï 锤子']);
    const response = await server.fetch(viewer, `${api.exportXls.path}?column=name&order=asc`);
    const exported = new Uint8Array(await response.arrayBuffer());
    expect((await readXlsx(exported)).sheets.map(({ name }) => name)).toEqual([expect.stringMatching(/^Tool \S+ \d{6}$/)]);
    expect((await readXlsx(exported)).sheets[0]?.rows[1]?.find((cell) => String(cell).includes('1+1'))).toBe("'=1+1");
    await clear();
    expect((await send([['export.xlsx', exported]])).result.successCount).toBe(2);
    expect(await names()).toEqual(['=1+1', 'Hammer ünï 锤子']);
    await clear();
  });
});

describe('a hostile file', () => {
  interface Entry {
    readonly name: string;
    readonly packed: Buffer;
    /** The sizes in the directory and in the header of the entry, and whether a data descriptor follows. */
    readonly says: { readonly packed: number; readonly unpacked: number; readonly headUnpacked?: number; readonly headPacked?: number };
    readonly follow?: true;
  }
  const head = ({ name, says, follow }: Entry, at?: number): Buffer => {
    const fixed = Buffer.alloc(at === undefined ? 30 : 46);
    const isHead = at === undefined;
    fixed.writeUInt32LE(isHead ? 0x04_03_4b_50 : 0x02_01_4b_50, 0);
    const o = isHead ? 0 : 2;
    fixed.writeUInt16LE(follow ? 8 : 0, 6 + o);
    fixed.writeUInt16LE(8, 8 + o);
    fixed.writeUInt32LE(isHead ? (says.headPacked ?? says.packed) : says.packed, 18 + o);
    fixed.writeUInt32LE(isHead ? (says.headUnpacked ?? says.unpacked) : says.unpacked, 22 + o);
    fixed.writeUInt16LE(name.length, 26 + o);
    if (at !== undefined) fixed.writeUInt32LE(at, 42);
    return Buffer.concat([fixed, Buffer.from(name)]);
  };
  const zipOf = (entries: readonly Entry[]): Buffer => {
    const parts: Buffer[] = [];
    const directory: Buffer[] = [];
    let at = 0;
    for (const entry of entries) {
      directory.push(head(entry, at));
      parts.push(head(entry), entry.packed);
      at += head(entry).length + entry.packed.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06_05_4b_50, 0);
    end.writeUInt16LE(entries.length, 8);
    end.writeUInt16LE(entries.length, 10);
    end.writeUInt32LE(Buffer.concat(directory).length, 12);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...parts, ...directory, end]);
  };
  const zeros = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
  const big = { name: '[Content_Types].xml', packed: zeros };
  const honest = { packed: zeros.length, unpacked: 64 * 1024 * 1024 };
  test.each([
    ['that unpacks to too much', zipOf([{ ...big, says: honest }]), 'unpacks to far too much'],
    ['that tells no size', zipOf([{ ...big, says: { packed: zeros.length, unpacked: 0 } }]), 'unpacks to far too much'],
    [
      'that tells its size elsewhere',
      zipOf([{ ...big, says: { packed: 0, unpacked: 0, headPacked: zeros.length, headUnpacked: 2 ** 31 }, follow: true }]),
      'unpacks to far too much',
    ],
    [
      'that tells a size in a record of its own',
      zipOf([{ ...big, says: { packed: zeros.length, unpacked: 0xff_ff_ff_ff } }]),
      'unpacks to far too much',
    ],
    ['that tells less than it holds', zipOf([{ ...big, says: { packed: zeros.length, unpacked: 900_000 } }]), 'cannot be read'],
    [
      'of too many entries',
      zipOf(Array.from({ length: 1_001 }, (_one, n) => ({ name: `${n}`, packed: Buffer.alloc(0), says: { packed: 0, unpacked: 0 } }))),
      'far too much',
    ],
    ['without a directory', Buffer.from('PK\x03\x04 nothing'), 'cannot be read'],
    ['that only begins like an .xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000, 7)]), 'cannot be read'],
    ['of more than 10 MB', Buffer.concat([Buffer.from('PK'), Buffer.alloc(10 * 1024 * 1024)]), 'too large'],
  ])('%s is refused', async (_what, bytes, words) => {
    const answer = await send([['bomb.xlsx', bytes]]);
    expect([answer.success, answer.message]).toEqual([false, expect.stringContaining(words)]);
  });

  test('that is one cell far away costs no more than its rows', async () => {
    const cell =
      '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
    const base = await xlsx([HEADER]);
    const { sheets } = await readXlsx(base);
    expect(sheets).toHaveLength(1);
    const packed = (xml: string) => deflateRawSync(Buffer.from(xml));
    const entry = (name: string, xml: string): Entry => ({
      name,
      packed: packed(xml),
      says: { packed: packed(xml).length, unpacked: Buffer.byteLength(xml) },
    });
    const xmlns = 'http://schemas.openxmlformats.org';
    const answer = await send([
      [
        'far.xlsx',
        zipOf([
          entry(
            '[Content_Types].xml',
            `<Types xmlns="${xmlns}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
          ),
          entry(
            '_rels/.rels',
            `<Relationships xmlns="${xmlns}/package/2006/relationships"><Relationship Id="r1" Type="${xmlns}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
          ),
          entry(
            'xl/workbook.xml',
            `<workbook xmlns="${xmlns}/spreadsheetml/2006/main" xmlns:r="${xmlns}/officeDocument/2006/relationships"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`,
          ),
          entry(
            'xl/_rels/workbook.xml.rels',
            `<Relationships xmlns="${xmlns}/package/2006/relationships"><Relationship Id="r1" Type="${xmlns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
          ),
          entry('xl/worksheets/sheet1.xml', cell),
        ]),
      ],
    ]);
    expect(answer.success).toBe(false);
  });

  test('more rows than one import takes are refused', async () => {
    const rows = Array.from({ length: 20_001 }, (_one, n): readonly (string | number)[] => [`Tool ${n}`, 'Red', 1, '2026-01-01']);
    expect((await send([['many.xlsx', await xlsx([HEADER, ...rows])]])).message).toBe('At most 20000 rows; split the file or narrow the conditions');
  });
});
