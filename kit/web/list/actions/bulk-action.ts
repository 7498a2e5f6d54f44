/** A verb that is wanted for all ticked rows. */
export interface BulkRequest {
  readonly title: string;
  /** The verb as its button says it. */
  readonly label: string;
  /** `delete`, `changeState`, or another endpoint that takes an `id` or says `many`. */
  readonly verb: string;
  /** Whose verb it is, where it is not the rows' own. */
  readonly feature?: string;
  /** What the verb is told of all rows alike. */
  readonly shared?: Readonly<Record<string, unknown>>;
  /** What is still to come when all is done. */
  readonly hint?: string;
  readonly ids: readonly string[];
  readonly state?: string | number;
  readonly danger: boolean;
}
