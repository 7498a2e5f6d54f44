import type { AnswerTo } from '#engines/protocol/device.ts';
import type {
  CommandSettlement,
  DeviceBackend,
  DisconnectReason,
  FrameRecord,
  GatewayAlarm,
  LoginResult,
  PileEvent,
  PileRef,
} from '#engines/protocol/device-backend.ts';

/** A test double of the business that records its calls and accepts everything. */
export interface TestBackend extends DeviceBackend {
  readonly secrets: Map<string, string | null>;
  /** Passwords that take the place of the present ones. */
  readonly nextSecrets: Map<string, string>;
  /** Whether the last login of a pile used the next password. */
  readonly usesNextSecret: Map<string, boolean>;
  /** Whether the last login of a pile came over TLS. */
  readonly overTls: Map<string, boolean>;
  /** The result of a pile's login; 0 when not set. */
  readonly verdicts: Map<string, LoginResult>;
  /** All calls in order: `login CP1 1`, `chargingSample`, `disconnected CP1 1 closed`. */
  readonly calls: string[];
  readonly events: { readonly pile: PileRef; readonly event: PileEvent }[];
  readonly settlements: CommandSettlement[];
  readonly records: FrameRecord[];
  readonly alarms: GatewayAlarm[];
  /** Runs before an event is answered; a test can wait or fail in it. */
  before: (event: PileEvent, pile: PileRef) => Promise<void>;
  /** Vendors whose messages are accepted; null: all. */
  vendors: readonly string[] | null;
  credentialsAsked: number;
  /** Maximum number of `handle` calls of one pile that ran at once. */
  handledAtOnceMax: number;
}

export const createTestBackend = (): TestBackend => {
  const epochs = new Map<string, number>();
  const running = new Map<string, number>();
  let transactions = 0;

  const backend: TestBackend = {
    secrets: new Map(),
    nextSecrets: new Map(),
    usesNextSecret: new Map(),
    overTls: new Map(),
    verdicts: new Map(),
    calls: [],
    events: [],
    settlements: [],
    records: [],
    alarms: [],
    before: async () => undefined,
    vendors: null,
    credentialsAsked: 0,
    handledAtOnceMax: 0,
    credentials: async (cpCode) => {
      backend.credentialsAsked += 1;
      const secret = backend.secrets.get(cpCode);
      const nextSecret = backend.nextSecrets.get(cpCode);
      return secret === undefined ? undefined : { secret, encryptionMode: 0, ...(nextSecret !== undefined && { nextSecret }) };
    },
    login: async ({ cpCode, overTls, usesNextSecret = false }) => {
      backend.overTls.set(cpCode, overTls);
      backend.usesNextSecret.set(cpCode, usesNextSecret);
      const result = backend.verdicts.get(cpCode) ?? 0;
      if (result !== 0) return { result };
      const epoch = (epochs.get(cpCode) ?? 0) + 1;
      epochs.set(cpCode, epoch);
      backend.calls.push(`login ${cpCode} ${epoch}`);
      const intervals = { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 0, bmsEndS: 0 };
      return { result, epoch, profile: { intervals, tzMinutes: 480, rateRuleNo: '' } };
    },
    handle: async <E extends PileEvent>(pile: PileRef, event: E): Promise<AnswerTo<E>> => {
      const atOnce = (running.get(pile.cpCode) ?? 0) + 1;
      running.set(pile.cpCode, atOnce);
      backend.handledAtOnceMax = Math.max(backend.handledAtOnceMax, atOnce);
      try {
        await backend.before(event, pile);
        backend.calls.push(event.kind);
        backend.events.push({ pile, event });
        return answer(event);
      } finally {
        running.set(pile.cpCode, atOnce - 1);
      }
    },
    commandSettled: async (_pile, settlement) => {
      backend.calls.push(`settled ${settlement.cmd} ${settlement.outcome}`);
      backend.settlements.push(settlement);
    },
    disconnected: async ({ cpCode, epoch }: PileRef, why: DisconnectReason) => void backend.calls.push(`disconnected ${cpCode} ${epoch} ${why}`),
    frames: async (batch) => void backend.records.push(...batch),
    alarm: (alarm) => void backend.alarms.push(alarm),
  };

  const answer = <E extends PileEvent>(event: E): AnswerTo<E> => {
    transactions += event.kind === 'transactionStarted' ? 1 : 0;
    const isUnknown = event.kind === 'vendorMessage' && backend.vendors !== null && !backend.vendors.includes(event.vendorId);
    return isUnknown ? { ...ACCEPTED, transactionId: 0, result: 1 } : { ...ACCEPTED, transactionId: transactions };
  };

  return backend;
};

/** An answer with the fields of all answers; each kind reads its own. */
const ACCEPTED = {
  result: 0,
  balanceCents: 1_000,
  currency: 'CNY',
  displayName: '',
  accepted: true,
  reason: 0,
  chargingOrderNo: '',
  rateRuleNo: '',
  maxAmountCents: 0,
} as const;
