import type { Words } from '#kit/fields/words.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import type { AuditFields, Resource } from './resource.ts';

/** The texts of a noun. A field without a label does not compile. */
export interface Labels<F extends FieldShape = FieldShape> {
  /** The name of the noun, as the title of its list. */
  readonly noun: Words;
  readonly fields: { readonly [K in keyof F]: Words };
  /** Hints that are shown below inputs. */
  readonly hints?: { readonly [K in keyof F]?: Words };
  /** The labels of row and page actions besides add, edit and delete. */
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

/** Declares the labels of a noun's own fields; those of the audit fields are added. */
export const labels = <F extends FieldShape>(_noun: Resource<F>, own: NoInfer<OwnLabels<F>>): Labels<F> =>
  ({ ...own, fields: { ...audit, ...own.fields } }) as unknown as Labels<F>; // own fields and audit fields together are all of F
