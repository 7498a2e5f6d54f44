import type { WireInput, FieldShape } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';

/** A kind of scheduled job, as its domain declares it. Plain data, like all declarations. */
export interface JobKind<P extends FieldShape = FieldShape> {
  /** The name by which a job refers to its kind. */
  readonly name: string;
  readonly title: Words;
  readonly hint: Words;
  /** The parameters that an operator sets for a job of this kind. */
  readonly params: P;
  readonly paramLabels: { readonly [K in keyof P & string]: Words };
  /** The numbers that a run returns. */
  readonly results: Readonly<Record<string, Words>>;
  /** The job that every new installation has. */
  readonly initial: { readonly cron: string; readonly params: WireInput<P> };
}
export type AnyJobKind = Omit<JobKind, 'paramLabels' | 'initial'> & {
  readonly paramLabels: Readonly<Record<string, Words>>;
  readonly initial: { readonly cron: string; readonly params: Readonly<Record<string, unknown>> };
};

export const jobKind = <const P extends FieldShape>(kind: JobKind<P>): JobKind<P> => kind;
