/** A verb to be applied to all selected rows. */
export interface BulkRequest {
  readonly title: string;
  /** The text of its button. */
  readonly label: string;
  /** `delete`, `changeState`, or another endpoint that takes an `id` or is declared with `many`. */
  readonly verb: string;
  /** The feature that owns the verb, when it is not that of the rows. */
  readonly feature?: string;
  /** The input that is the same for all rows. */
  readonly shared?: Readonly<Record<string, unknown>>;
  /** What remains to be done after the action. */
  readonly hint?: string;
  readonly ids: readonly string[];
  readonly state?: string | number;
  readonly danger: boolean;
}
