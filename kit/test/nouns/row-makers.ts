import type { Endpoint } from '#kit/resource/endpoint.ts';
import { isRecord, textAt } from './call-endpoint.ts';
import type { Input } from './call-endpoint.ts';
import { cornerAt, markOf } from './corner.ts';
import type { Corner, Level } from './corner.ts';
import type { Builder, RowMaker } from './noun-testing.ts';

/** The password of all users in the test data. */
export const PASSWORD = 'Correct-Horse-7';
/** Their initial password, until the first sign-in. */
export const INITIAL_PASSWORD = 'Initial-Horse-7';

/** The endpoint that adds rows, and where its answer contains the key. */
interface AddEndpoint extends Pick<RowMaker, 'needs'> {
  readonly add: Endpoint;
  readonly key: string;
}

/** Rows that are added with their draft through the noun's own endpoint. */
export const rowsByAdding = (level: Level, { add, key, ...more }: AddEndpoint, draft: NonNullable<RowMaker['draft']>): RowMaker => ({
  ...more,
  level,
  draft,
  make: async (builder, corner) => textAt(await builder.ok(add, await draft(builder, corner)), key),
});

/** Rows that staff of the position's tenant add through the noun's own endpoint. */
export const rowsByStaff = ({ add, key, ...more }: AddEndpoint, draft: NonNullable<RowMaker['draft']>): RowMaker => ({
  ...more,
  level: 'tenant',
  draft,
  make: async (builder, corner) => textAt(await builder.okAsStaff(corner, add, await draft(builder, corner)), key),
});

/** The tenant and the agent of a position, as inputs. */
export const ownersAt = (b: Builder, corner: Corner) => ({ tenantId: b.key('tenant', corner), agentId: b.key('agent', corner) });

/** A unique text with the mark of the position at a level. */
export const markedText = (b: Builder, corner: Corner, level: Level): string => `${markOf(cornerAt(corner, level))} ${b.next()}`;

export const digits = (b: Builder, length: number): string => String(b.next()).padStart(length, '0');

/** The phone number of a person; apps/server/testing/numbers.ts finds such numbers in answers. */
export const phone = (b: Builder): string => `139${digits(b, 8)}`;

/** The first row of a list with a filter. */
export const firstListed = async (b: Builder, list: Endpoint, { filter, key }: { readonly filter: Input; readonly key: string }): Promise<string> => {
  const page = await b.ok(list, filter);
  const records = isRecord(page) && Array.isArray(page['records']) ? page['records'] : [];
  return textAt(records[0], key);
};
