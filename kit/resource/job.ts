import type { WireInput, FieldShape } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';

/** A kind of work that runs by the clock, as its domain declares it. Plain data, like all declarations. */
export interface JobKind<P extends FieldShape = FieldShape> {
  /** How a job names its kind. */
  readonly name: string;
  readonly title: Words;
  readonly hint: Words;
  /** What an operator may set for a job of this kind. */
  readonly params: P;
  readonly paramLabels: { readonly [K in keyof P & string]: Words };
  /** The numbers it tells when it is done. */
  readonly results: Readonly<Record<string, Words>>;
  /** The job that every installation begins with. */
  readonly initial: { readonly cron: string; readonly params: WireInput<P> };
}
export type AnyJobKind = Omit<JobKind, 'paramLabels' | 'initial'> & {
  readonly paramLabels: Readonly<Record<string, Words>>;
  readonly initial: { readonly cron: string; readonly params: Readonly<Record<string, unknown>> };
};

export const jobKind = <const P extends FieldShape>(kind: JobKind<P>): JobKind<P> => kind;
