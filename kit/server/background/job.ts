import type { Tx } from '#kit/db/index.ts';
import type { Row, FieldShape } from '#kit/fields/field.ts';
import type { AnyJobKind, JobKind } from '#kit/resource/job.ts';

/** The context of one run of a job. */
export interface JobContext<P> {
  /** The only transaction of the run, so that its effects and its entry in the history are committed together. */
  readonly tx: Tx;
  readonly now: Date;
  readonly params: P;
}

/** Numbers for the history, by the names that the job kind declares. */
export type JobResult = Readonly<Record<string, number>>;

/** A job kind with its implementation. A run is repeated after a conflict, so it must be repeatable. */
export interface Job {
  readonly kind: AnyJobKind;
  readonly run: (context: JobContext<Readonly<Record<string, unknown>>>) => Promise<JobResult>;
}

/** Joins a declared job kind with its implementation. */
export const implementJob = <P extends FieldShape>(kind: JobKind<P>, run: (context: JobContext<Row<P>>) => Promise<JobResult>): Job => ({
  kind,
  run: run as unknown as Job['run'], // the fields of the kind have parsed the parameters
});
