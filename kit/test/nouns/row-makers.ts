import type { Endpoint } from '#kit/resource/endpoint.ts';
import { isRecord, textAt } from './call-endpoint.ts';
import type { Input } from './call-endpoint.ts';
import { ownerAt, markOf } from './owner.ts';
import type { Owner, Level } from './owner.ts';
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
  make: async (builder, owner) => textAt(await builder.ok(add, await draft(builder, owner)), key),
});

/** Rows that staff of the position's tenant add through the noun's own endpoint. */
export const rowsByStaff = ({ add, key, ...more }: AddEndpoint, draft: NonNullable<RowMaker['draft']>): RowMaker => ({
  ...more,
  level: 'tenant',
  draft,
  make: async (builder, owner) => textAt(await builder.okAsStaff(owner, add, await draft(builder, owner)), key),
});

/** The tenant and the agent of a position, as inputs. */
export const ownerIds = (b: Builder, owner: Owner) => ({ tenantId: b.key('tenant', owner), agentId: b.key('agent', owner) });

/** A unique text with the mark of the position at a level. */
export const markedText = (b: Builder, owner: Owner, level: Level): string => `${markOf(ownerAt(owner, level))} ${b.next()}`;

export const digits = (b: Builder, length: number): string => String(b.next()).padStart(length, '0');

/** The phone number of a person; apps/server/testing/numbers.ts finds such numbers in answers. */
export const phone = (b: Builder): string => `139${digits(b, 8)}`;

/** The first row of a list with a filter. */
export const firstListed = async (b: Builder, list: Endpoint, { filter, key }: { readonly filter: Input; readonly key: string }): Promise<string> => {
  const page = await b.ok(list, filter);
  const records = isRecord(page) && Array.isArray(page['records']) ? page['records'] : [];
  return textAt(records[0], key);
};
