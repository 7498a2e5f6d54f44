import type { Fields, Table } from '../../codec/table.ts';
import { table } from '../../codec/table.ts';
import { code } from '../../codec/number.ts';
import { generic } from '../codes.ts';

/** One message: its name, its sender, and its body. */
export interface Message<F extends Fields = Fields> {
  readonly name: string;
  readonly from: 'pile' | 'platform';
  readonly body: Table<F>;
}

export const fromPile = <F extends Fields>(name: string, fields: F): Message<F> => ({ name, from: 'pile', body: table(fields) });
export const fromPlatform = <F extends Fields>(name: string, fields: F): Message<F> => ({ name, from: 'platform', body: table(fields) });

/** An answer that contains only a result. */
export const plainReply = (name: string) => fromPlatform(name, { result: code(generic) });
