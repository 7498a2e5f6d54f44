import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { isHook } from '../channel/channel.codes.ts';
import type { Breaker, Buckets } from '../channel/limits.rules.ts';
import { breakerAfter } from '../channel/limits.rules.ts';
import { isOfSelfTest } from '../self-test/self-test-state.server.ts';
import type { LeasedMessage } from './leased-message.server.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

type Addressee = Pick<LeasedMessage, 'tenantId' | 'accountType' | 'address' | 'addressHash'>;

/** The keys under which limits are kept: one for the address, one for its provider. A hook is shown with its origin, which is its provider. */
export const channelsOf = ({
  tenantId,
  accountType: type,
  address,
  addressHash,
}: Addressee): { readonly ofAddress: string; readonly ofProvider: string } => ({
  ofAddress: digest(`address ${addressHash}`),
  // The self-test must not wait for a service that is down.
  ofProvider: digest(isOfSelfTest({ tenantId }) ? 'self-test' : `provider ${type} ${isHook(type) ? (address.split('/')[2] ?? '') : ''}`),
});

const digest = (text: string): string => sha256(text).toString('hex');

interface ChannelState {
  readonly buckets: Buckets | undefined;
  readonly breaker: Breaker;
}

/** Locks the states of channels, in the same order in every process. */
export const lockChannels = async (tx: Tx, channels: readonly string[]): Promise<Map<string, ChannelState>> => {
  const sorted = [...new Set(channels)].toSorted();
  await sql`insert into warning_channel (channel) select unnest(${sorted}::text[]) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{
    channel: string;
    tokens: number[];
    filledAt: Date | null;
    failures: number;
    openUntil: Date | null;
  }>`select channel, tokens, filled_at,
    failures, open_until from warning_channel where channel = any(${sorted}::text[]) order by channel for update`.execute(tx);
  return new Map(
    rows.map(({ channel, tokens, filledAt, failures, openUntil }) => [
      channel,
      {
        buckets: filledAt === null ? undefined : { tokens, atMs: filledAt.getTime() },
        breaker: { failures, openUntilMs: openUntil?.getTime() ?? 0 },
      },
    ]),
  );
};

export const saveBuckets = async (tx: Tx, channel: string, { tokens, atMs }: Buckets): Promise<void> => {
  await sql`update warning_channel set tokens = ${tokens}::float8[], filled_at = ${new Date(atMs)} where channel = ${channel}`.execute(tx);
};

/** Notes whether a provider works. */
export const noteProvider = async (
  tx: Tx,
  channel: string,
  { worked, nowMs }: { readonly worked: boolean; readonly nowMs: number },
): Promise<void> => {
  const { breaker } = (await lockChannels(tx, [channel])).get(channel) ?? {};
  const { failures, openUntilMs } = breakerAfter(breaker, { worked, nowMs });
  await sql`update warning_channel set failures = ${failures}, open_until = ${openUntilMs === 0 ? null : new Date(openUntilMs)} where channel = ${channel}`.execute(
    tx,
  );
};
