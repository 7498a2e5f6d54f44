import { count, readOnly, instant, optional, text } from '#kit/fields/field.ts';
import type { Field, FieldShape } from '#kit/fields/field.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';

/** The fields that every row has besides those of its noun; the kit writes them. */
export const auditFields = {
  createBy: readOnly(optional(text({ max: 64 }))),
  createTime: readOnly(instant({ filter: 'between', sort: true })),
  updateBy: readOnly(optional(text({ max: 64 }))),
  updateTime: readOnly(optional(instant())),
  /** Increases with each change; an edit sends back the version that it read. */
  version: readOnly(count()),
} satisfies FieldShape;
export type AuditFields = typeof auditFields;

/** `shared`: everyone within the next wider scope sees the row. `hidden`: nobody at this level or below sees it. */
export type ScopeRule = 'shared' | 'hidden';
/** The name of a field, or a rule. */
type ScopeColumn = string;

/** The declaration of a noun. It contains only data and no functions. */
export interface AnyResource {
  /** The prefix of its permissions, labels and goldens. */
  readonly name: string;
  /** The path of its endpoints below the base path. */
  readonly path: string;
  readonly table: string;
  /** A view with additional columns, from which lists and details are read; writes go to `table`. */
  readonly view?: string;
  readonly key: string;
  /** The field that identifies a row for users; pickers and `*_dictText` show it. */
  readonly title: string;
  readonly fields: FieldShape;
  /**
   * The column for each level of scope. A noun must declare every level, so that a forgotten one does not compile. `tenant: 'shared'` means data of
   * the platform that every tenant can read.
   */
  readonly scope: {
    readonly tenant: ScopeColumn;
    readonly agent: ScopeColumn;
    readonly station: ScopeColumn;
    /** Big customers (level 70) see only their own rows; absent means `hidden`. */
    readonly customer?: ScopeColumn;
  };
  /** The path of the picker endpoint, when the specification names another than `${path}/queryList`. */
  readonly picker?: string;
  /** A new reference to a row is allowed only while this field has this value; existing references stay. Absent: always allowed. */
  readonly usable?: { readonly field: string; readonly is: number };
  readonly sort?: { readonly column: string; readonly order: 'asc' | 'desc' };
  /** The rows contain personal or financial data, so an export requires recent authentication. */
  readonly sensitivity?: 'personal' | 'money';
  /** False for rows that are never deleted, such as orders. True: deleted rows are marked and not removed. */
  readonly softDelete?: boolean;
}

/** The declaration of a noun with the types of its fields. */
export interface Resource<F extends FieldShape = FieldShape> extends AnyResource {
  readonly key: keyof F & string;
  readonly title: keyof F & string;
  readonly fields: F;
}

interface ResourceDeclaration<F extends FieldShape> extends AnyResource {
  readonly key: keyof F & string;
  readonly title: keyof F & string;
  readonly fields: F;
  readonly scope: { readonly [K in keyof AnyResource['scope']]: (keyof F & string) | ScopeRule };
  readonly usable?: { readonly field: keyof F & string; readonly is: number };
  readonly sort?: { readonly column: (keyof F | keyof AuditFields) & string; readonly order: 'asc' | 'desc' };
}

/** Declares a noun and adds the audit fields. */
export const resource = <const F extends FieldShape>(facts: ResourceDeclaration<F>): Resource<F & AuditFields> => ({
  softDelete: true,
  sort: { column: 'createTime', order: 'desc' },
  ...facts,
  fields: { ...facts.fields, ...auditFields, ...(hasOwnTime(facts) && { createTime: readOnly(instant()) }) },
});

/** Rows that have a time of their own are sorted and filtered by that. When they were written is shown only, so that it needs no index. */
const hasOwnTime = ({ fields, sort }: Pick<AnyResource, 'fields' | 'sort'>): boolean => sort !== undefined && fields[sort.column]?.kind === 'instant';

/** The fields that an answer may contain: all except secrets. */
export const readable = (noun: AnyResource): readonly (readonly [string, Field])[] =>
  Object.entries(noun.fields).filter(([, field]) => field.secret !== true);

/**
 * The fields by which a list may be sorted. Rows that have a time of their own, of which there may be tens of millions, are not sorted by their key: in
 * a narrow scope that would read most rows of others.
 */
export const sortableFields = (noun: AnyResource): readonly string[] =>
  readable(noun).flatMap(([name, field]) => (field.sort === true || (name === noun.key && !hasOwnTime(noun)) ? [name] : []));

/** Whether the key is a text, like the code of a pile, and not a number that the database generates. */
export const hasTextKey = (noun: AnyResource): boolean => noun.fields[noun.key]?.kind === 'text' || noun.fields[noun.key]?.keyType === 'text';

/** Whether the rows contain contact data of people. */
export const isPersonal = (noun: AnyResource): boolean => personalFieldsOf(noun.fields).length > 0;
