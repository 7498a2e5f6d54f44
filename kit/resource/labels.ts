import type { Words } from '#kit/fields/words.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import type { AuditFields, Resource } from './resource.ts';

/** The words of a noun: a field without words does not compile. */
export interface Labels<F extends FieldShape = FieldShape> {
  /** The noun itself, as a list's title says it. */
  readonly noun: Words;
  readonly fields: { readonly [K in keyof F]: Words };
  /** A line under an input that tells what is expected. */
  readonly hints?: { readonly [K in keyof F]?: Words };
  /** Row and page actions beyond add, edit and delete. */
  readonly actions?: Readonly<Record<string, Words>>;
}

const audit: { readonly [K in keyof AuditFields]: Words } = {
  createBy: ['创建人', '建立者', 'Created by'],
  createTime: ['创建时间', '建立時間', 'Created'],
  updateBy: ['修改人', '修改者', 'Changed by'],
  updateTime: ['修改时间', '修改時間', 'Changed'],
  version: ['版本', '版本', 'Version'],
};

type OwnLabels<F extends FieldShape> = Omit<Labels<F>, 'fields'> & {
  readonly fields: { readonly [K in Exclude<keyof F, keyof AuditFields>]: Words };
};

/** Declares the words of a noun's own fields; the audit fields bring theirs. */
export const labels = <F extends FieldShape>(_noun: Resource<F>, own: NoInfer<OwnLabels<F>>): Labels<F> =>
  ({ ...own, fields: { ...audit, ...own.fields } }) as unknown as Labels<F>; // own fields and audit fields together are all of F
