import { count, readOnly, instant, optional, text } from '#kit/fields/field.ts';
import type { Field, FieldShape } from '#kit/fields/field.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';

/** What every row carries beside its noun's own fields; the kit writes them. */
export const auditFields = {
  createBy: readOnly(optional(text({ max: 64 }))),
  createTime: readOnly(instant({ filter: 'between', sort: true })),
  updateBy: readOnly(optional(text({ max: 64 }))),
  updateTime: readOnly(optional(instant())),
  /** Grows with each change; an edit sends back the one it read. */
  version: readOnly(count()),
} satisfies FieldShape;
export type AuditFields = typeof auditFields;

/** `shared`: everyone inside the next wider scope sees it. `hidden`: nobody at this level or below does. */
export type ScopeRule = 'shared' | 'hidden';
/** A field's name, or a rule. */
type ScopeColumn = string;

/** A noun the operators manage. Facts only: it holds no function, so nothing can hide in it. */
export interface AnyResource {
  /** Prefix of its permissions, labels and goldens. */
  readonly name: string;
  /** Where its endpoints live under the base path. */
  readonly path: string;
  readonly table: string;
  /** A view with more columns that lists and details read; writes go to `table`. */
  readonly view?: string;
  readonly key: string;
  /** The field that names a row to people; pickers and `*_dictText` show it. */
  readonly title: string;
  readonly fields: FieldShape;
  /**
   * Which column holds which scope. A noun must say for each level, so that forgetting one is a compile error.
   * `tenant: 'shared'` means the platform's own data, readable by every tenant.
   */
  readonly scope: {
    readonly tenant: ScopeColumn;
    readonly agent: ScopeColumn;
    readonly station: ScopeColumn;
    /** Big customers (level 70) see only rows of their own; absent means `hidden` to them. */
    readonly customer?: ScopeColumn;
  };
  /** Path of the picker call when the specification names another than `${path}/queryList`. */
  readonly picker?: string;
  /** A row can be newly referred to only while this field is this; what refers to it already stays. Absent: always. */
  readonly usable?: { readonly field: string; readonly is: number };
  readonly sort?: { readonly column: string; readonly order: 'asc' | 'desc' };
  /** Its rows are about persons or money: who exports them proves who they are. */
  readonly sensitivity?: 'personal' | 'money';
  /** False for rows that are facts and are never deleted, like orders. True rows are marked, never removed. */
  readonly softDelete?: boolean;
}

/** The same, knowing its fields. */
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
  fields: { ...facts.fields, ...auditFields },
});

/** The fields an answer may carry: all but the secrets. */
export const readable = (noun: AnyResource): readonly (readonly [string, Field])[] =>
  Object.entries(noun.fields).filter(([, field]) => field.secret !== true);

/** Whether the key is a code of letters, like a pile's, and not a number the database hands out. */
export const hasTextKey = (noun: AnyResource): boolean => noun.fields[noun.key]?.kind === 'text' || noun.fields[noun.key]?.keyType === 'text';

/** Whether its rows say how to reach a person. */
export const isPersonal = (noun: AnyResource): boolean => personalFieldsOf(noun.fields).length > 0;
