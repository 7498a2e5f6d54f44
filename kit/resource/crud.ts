import { count, id, longText, optional, text } from '#kit/fields/field.ts';
import type { Field, FieldShape, Writing } from '#kit/fields/field.ts';
import { endpoint, file, PAGE_SIZE_MAX, pageOf, plainRows, rowOf, words } from './endpoint.ts';
import type { Endpoint, FileAnswer, Output, RowsAnswer } from './endpoint.ts';
import { hasTextKey, isPersonal, readable } from './resource.ts';
import type { AnyResource, Resource } from './resource.ts';

/** The largest number of rows of a batch call. */
export const BATCH_MAX = 200;

type WritableFields<F extends FieldShape, G extends Writing> = {
  readonly [K in keyof F as F[K] extends Field<unknown, unknown, G> ? K : never]: F[K];
};
/** Each field may be left out, which means unchanged. */
type OptionalFields<F extends FieldShape> = { readonly [K in keyof F]: F[K] extends Field<infer T, infer W, infer G> ? Field<T, W, G, true> : never };
export type AddShape<F extends FieldShape> = WritableFields<F, 'always' | 'onAdd'>;
/** All fields, because clients of the product family send whole rows. The server uses the writable ones, the key and the version. */
export type EditShape<F extends FieldShape> = OptionalFields<F>;

/** A rejected row of a sheet. */
export interface BadImportRow {
  /** The index of the file, from 0, and the row number in the sheet. */
  readonly file: number;
  readonly row: number;
  /** Cells by field name. */
  readonly cells: Readonly<Record<string, string>>;
  /** Problems by field name; a problem of the whole row has the name ''. */
  readonly problems: Readonly<Record<string, string>>;
}

/** The preview of an import; nothing was written. */
export interface ImportPreview {
  readonly files: readonly { readonly name: string; readonly unread: readonly string[] }[];
  /** The columns that were read, in order; `options` are the accepted texts of a code. */
  readonly columns: readonly { readonly name: string; readonly label: string; readonly options?: readonly string[] }[];
  readonly goodCount: number;
  readonly badCount: number;
  /** The first `BAD_ROWS_SHOWN` rejected rows. */
  readonly bad: readonly BadImportRow[];
}
export const BAD_ROWS_SHOWN = 200;

/** The corrected cells of a row, which replace those of the sheet. */
export interface ImportEdit {
  readonly file: number;
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}
export const IMPORT_EDITS_LETTERS_MAX = 200_000;

export type ImportAnswer = {
  readonly totalCount: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly msg: string;
  readonly fileUrl?: string;
  readonly fileName?: string;
  /** Present for a preview. */
  readonly preview?: ImportPreview;
};
type AnswerOutput<O> = O extends Output<infer T, infer W> ? Output<T, W> : never;

/** The nine endpoints of a standard noun, and its picker. */
export type CrudApi<F extends FieldShape> = {
  readonly list: Endpoint<{}, PageAnswer<F>['type'], PageAnswer<F>['wire']>;
  readonly queryById: Endpoint<{ readonly id: ReturnType<typeof keyField> }, RowAnswer<F>['type'], RowAnswer<F>['wire']>;
  readonly add: Endpoint<AddShape<F>, RowAnswer<F>['type'], RowAnswer<F>['wire']>;
  readonly edit: Endpoint<EditShape<F>, RowAnswer<F>['type'], RowAnswer<F>['wire']>;
  readonly delete: Endpoint<{ readonly id: ReturnType<typeof keyField> }, string, string>;
  readonly deleteBatch: Endpoint<{ readonly ids: ReturnType<typeof longText> }, string, string>;
  readonly exportXls: Endpoint<ExportShape, FileAnswer, Blob>;
  readonly exportTemplate: Endpoint<{}, FileAnswer, Blob>;
  readonly importExcel: Endpoint<typeof importShape, ImportAnswer, ImportAnswer>;
  readonly queryList: Endpoint<PickerShape, RowsAnswer<PickerRow>, readonly PickerRow[]>;
};
/** `clear` 1: with personal data unmasked. Only nouns with personal data accept it, and only from viewers who may see it. */
type ExportShape = {
  readonly selections: Field<string, string, 'always', true>;
  readonly clear: Field<number, number, 'always', true>;
};
interface PageAnswer<F extends FieldShape> {
  type: NonNullable<AnswerOutput<ReturnType<typeof pageOf<F>>>['type']>;
  wire: NonNullable<AnswerOutput<ReturnType<typeof pageOf<F>>>['wire']>;
}
interface RowAnswer<F extends FieldShape> {
  type: NonNullable<AnswerOutput<ReturnType<typeof rowOf<F>>>['type']>;
  wire: NonNullable<AnswerOutput<ReturnType<typeof rowOf<F>>>['wire']>;
}

const importShape = {
  /** 1: a preview, which is rolled back. */
  preview: optional(count({ max: 1 })),
  /** Corrections of cells, as JSON. */
  edits: optional(longText({ max: IMPORT_EDITS_LETTERS_MAX })),
};

/** The default page size of a picker. */
export const PICKER_PAGE = 50;

const pickerShape = {
  keyword: optional(text({ max: 60 })),
  ids: optional(longText({ max: 4_000 })),
  q: optional(text({ max: 10 })),
  /** Without either of these the answer contains all rows that may be chosen. */
  pageNo: optional(count({ min: 1, max: 1_000 })),
  pageSize: optional(count({ min: 1, max: PAGE_SIZE_MAX })),
  tenantId: optional(id()),
  agentId: optional(id()),
  stationId: optional(id()),
  /** 1: also rows that can no longer be chosen, for queries about the past. */
  all: optional(count({ max: 1 })),
};
type PickerShape = typeof pickerShape;
/** A row of a picker: key and title under the noun's field names, and as `value` and `text`; `note` is additional text. */
export type PickerRow = Readonly<Record<string, string | number | null>> & { readonly value: string; readonly text: string; readonly note?: string };

export const keyField = (noun: AnyResource) => (hasTextKey(noun) ? text({ min: 1, max: 64 }) : id());

/** The fields that an add may write. */
export const addShape = (noun: AnyResource): FieldShape =>
  Object.fromEntries(
    readable(noun)
      .concat(secrets(noun))
      .filter(([, field]) => field.writing !== 'never'),
  );
/** The fields that an edit may write, all optional, with the key and the version that was read. */
export const editShape = (noun: AnyResource): FieldShape => ({
  ...Object.fromEntries(Object.entries(addShape(noun)).filter(([, field]) => field.writing === 'always')),
  [noun.key]: keyField(noun),
});
const secrets = (noun: AnyResource) => Object.entries(noun.fields).filter(([, field]) => field.secret === true);

/** Declares the standard endpoints of a noun. */
export const crud = <F extends FieldShape>(noun: Resource<F>): CrudApi<F> => {
  const plain: AnyResource = noun;
  const { path, name, fields } = plain;
  const key = { id: keyField(plain) };
  return {
    list: endpoint({ method: 'GET', path: `${path}/list`, allow: `${name}:list`, input: {}, listOf: plain, output: pageOf(fields) }),
    queryById: endpoint({ method: 'GET', path: `${path}/queryById`, allow: `${name}:list`, input: key, output: rowOf(fields) }),
    add: endpoint({ method: 'POST', path: `${path}/add`, allow: `${name}:add`, input: addShape(plain), output: rowOf(fields) }),
    edit: endpoint({
      method: 'PUT',
      alsoMethod: 'POST',
      path: `${path}/edit`,
      allow: `${name}:edit`,
      input: editShape(plain),
      sparse: true,
      output: rowOf(fields),
    }),
    delete: endpoint({ method: 'DELETE', path: `${path}/delete`, allow: `${name}:delete`, input: key, output: words() }),
    deleteBatch: endpoint({
      method: 'DELETE',
      alsoMethod: 'POST',
      path: `${path}/deleteBatch`,
      allow: `${name}:delete`,
      input: { ids: longText({ min: 1, max: 8_000 }) },
      output: words(),
    }),
    exportXls: endpoint({
      method: 'GET',
      path: `${path}/exportXls`,
      allow: `${name}:export`,
      input: { selections: optional(longText({ max: 8_000 })), ...(isPersonal(plain) && { clear: optional(count({ max: 1 })) }) },
      listOf: plain,
      ...(plain.sensitivity && { proof: 'export' as const }),
      output: file(),
    }),
    exportTemplate: endpoint({ method: 'GET', path: `${path}/exportTemplate`, allow: `${name}:import`, input: {}, output: file() }),
    importExcel: endpoint({
      method: 'POST',
      path: `${path}/importExcel`,
      allow: `${name}:import`,
      input: importShape,
      upload: true,
      output: importOutput,
    }),
    queryList: endpoint({
      method: 'GET',
      path: plain.picker ?? `${path}/queryList`,
      allow: 'signedIn',
      input: pickerShape,
      output: plainRows<PickerRow>(),
    }),
  } as unknown as CrudApi<F>;
};
const importOutput: Output<ImportAnswer> = { form: 'opaque' };

/** `changeState` for one row and `changeStatBatch` for many, as the specification names them. GET is accepted; our pages use POST. */
export const stateApi = <const S extends Field>(noun: AnyResource, state: S) => ({
  changeState: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${noun.path}/changeState`,
    allow: `${noun.name}:edit`,
    input: { entityId: keyField(noun), setState: state },
    output: words(),
  }),
  changeStatBatch: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${noun.path}/changeStatBatch`,
    allow: `${noun.name}:edit`,
    input: { ids: longText({ min: 1, max: 8_000 }), stat: state },
    output: words(),
  }),
});
