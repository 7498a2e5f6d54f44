import { groupBy } from '#kit/fields/group-by.ts';
import type { AccountType } from '../channel/channel.codes.ts';
import type { WarningKind } from './warning-log.codes.ts';

/** A call may take ten seconds, so the messages of one account are sent well within their lease. */
export const senderBounds = { pollMs: 1_000, batch: 100, leaseMs: 60_000, perAccount: 3, accountsAtOnce: 8 } as const;

/** A message that this process has leased, with what decides whether and how it is sent. */
export interface LeasedMessage {
  readonly id: bigint;
  readonly kind: WarningKind;
  readonly level: number | null;
  readonly title: string;
  readonly text: string;
  readonly messageKey: string;
  readonly ordinal: number;
  readonly attempts: number;
  readonly maybeSent: boolean;
  readonly isGathered: boolean;
  readonly giveUpTime: Date;
  readonly recordId: bigint | null;
  readonly incidentId: bigint | null;
  readonly repeats: number;
  readonly accountId: bigint;
  readonly tenantId: bigint;
  readonly accountType: AccountType;
  readonly areaCode: string | null;
  readonly address: string;
  readonly addressHash: string;
  readonly addressSealed: string | null;
  readonly accountSecret: string | null;
  readonly language: string;
}

/** The messages of each account, in their order. */
export const byAccount = (messages: readonly LeasedMessage[]): readonly (readonly LeasedMessage[])[] => [
  ...groupBy(messages, ({ accountId }) => accountId).values(),
];
