/** A verb that is wanted for all ticked rows. */
export interface BulkAsk {
  readonly title: string;
  /** The verb as its button says it. */
  readonly label: string;
  readonly verb: 'delete' | 'changeState';
  readonly ids: readonly string[];
  readonly state?: string | number;
  readonly danger: boolean;
}
