/** A verb that is wanted for all ticked rows. */
export interface BulkAsk {
  readonly title: string;
  /** The verb as its button says it. */
  readonly label: string;
  /** `delete`, `changeState`, or another endpoint of the noun that takes an `id`. */
  readonly verb: string;
  readonly ids: readonly string[];
  readonly state?: string | number;
  readonly danger: boolean;
}
