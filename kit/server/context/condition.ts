/** A condition on rows. Its fields are those of the listed noun, and its values are in the form that code uses. */
export type Condition =
  | ListCondition
  | { readonly field: string; readonly is: 'contains' | 'startsWith' | 'endsWith'; readonly text: string }
  | { readonly field: string; readonly is: 'from' | 'to' | 'above' | 'below'; readonly value: unknown }
  /** A group of which all, any or none of the conditions must hold. */
  | { readonly is: 'all' | 'any' | 'none'; readonly of: readonly Condition[] };

/** A condition on one field. */
export type Comparison = Exclude<Condition, { readonly of: unknown }>;

/** The value is one of a list, or none of it; `anyOf` is for a field that itself holds several values. */
export interface ListCondition {
  readonly field: string;
  readonly is: 'in' | 'notIn' | 'anyOf';
  readonly values: readonly unknown[];
}

/** An error in a query, with the name of the parameter. */
export class BadFilter extends Error {
  readonly field: string;
  /** The number of the condition in an advanced query, and its field. */
  readonly row: { readonly no: number; readonly field: string } | undefined;
  constructor(field: string, row?: { readonly no: number; readonly field: string }) {
    super(field);
    this.field = field;
    this.row = row;
  }
}
export const badFilter = (field: string): never => {
  throw new BadFilter(field);
};
