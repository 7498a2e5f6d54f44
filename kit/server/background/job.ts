import type { Tx } from '#kit/db/index.ts';
import type { Row, FieldShape } from '#kit/fields/field.ts';
import type { AnyJobKind, JobKind } from '#kit/resource/job.ts';

/** What one run of a job works with. */
export interface JobContext<P> {
  /** The run's only transaction: what it did and that it did it are committed together. */
  readonly tx: Tx;
  readonly now: Date;
  readonly params: P;
}

/** Numbers for the history, by the names that the kind declares. */
export type JobResult = Readonly<Record<string, number>>;

/** A kind with what it does. Run again after a conflict, so it must be repeatable. */
export interface Job {
  readonly kind: AnyJobKind;
  readonly run: (context: JobContext<Readonly<Record<string, unknown>>>) => Promise<JobResult>;
}

/** Says what a declared kind does. */
export const implementJob = <P extends FieldShape>(kind: JobKind<P>, run: (context: JobContext<Row<P>>) => Promise<JobResult>): Job => ({
  kind,
  run: run as unknown as Job['run'], // parameters are parsed by the kind's own fields before they come here
});
