/** What a row has to fit. Fields are of the noun that is listed; their values are those of code. */
export type Condition =
  | ListCondition
  | { readonly field: string; readonly is: 'contains' | 'startsWith' | 'endsWith'; readonly text: string }
  | { readonly field: string; readonly is: 'from' | 'to' | 'above' | 'below'; readonly value: unknown }
  /** One bracket: all, any or none of what stands inside. */
  | { readonly is: 'all' | 'any' | 'none'; readonly of: readonly Condition[] };

/** One value of several, or none of them; `anyOf` for a field that itself holds several. */
export interface ListCondition {
  readonly field: string;
  readonly is: 'in' | 'notIn' | 'anyOf';
  readonly values: readonly unknown[];
}

/** What is wrong with a query, by the name on the wire. */
export class BadFilter extends Error {
  readonly field: string;
  /** Which row of an advanced query, and the field it names. */
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
