import type { AnswerTo } from '#engines/protocol/device.ts';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import type {
  CommandSettlement,
  DeviceBackend,
  DisconnectReason,
  FrameRecord,
  GatewayAlarm,
  LoginVerdict,
  PileCredentials,
  PileEvent,
  PileProfile,
  PileRef,
} from '#engines/protocol/device-backend.ts';

export const SECRET = '0123456789abcdef';

const profile: PileProfile = {
  intervals: { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 15, bmsEndS: 0 },
  tzMinutes: 480,
  rateRuleNo: 'RR1',
};

/** Accepts every pile whose code begins with CP, counts epochs and answers at once; `told` lists the received calls in order. */
export class MemoryBackend implements DeviceBackend {
  readonly calls: string[] = [];
  readonly events: { readonly pile: PileRef; readonly event: PileEvent }[] = [];
  readonly settlements: CommandSettlement[] = [];
  readonly alarms: GatewayAlarm[] = [];
  readonly records: FrameRecord[] = [];
  readonly epochs = new Map<string, number>();
  /** Whether the last login of a pile came over TLS. */
  readonly overTls = new Map<string, boolean>();
  encryptionMode: 0 | 1 = 0;
  result: LoginVerdict['result'] = 0;
  beforeHandle: (event: PileEvent) => Promise<void> = async () => {};

  async credentials(cpCode: string): Promise<PileCredentials | undefined> {
    return cpCode.startsWith('CP') ? { secret: SECRET, encryptionMode: this.encryptionMode } : undefined;
  }
  async login({ cpCode, overTls }: LoginAttempt): Promise<LoginVerdict> {
    this.overTls.set(cpCode, overTls);
    if (this.result !== 0) return { result: this.result };
    const epoch = (this.epochs.get(cpCode) ?? 0) + 1;
    this.epochs.set(cpCode, epoch);
    this.calls.push(`login ${cpCode} ${epoch}`);
    return { result: 0, epoch, profile };
  }
  async handle<E extends PileEvent>(pile: PileRef, event: E): Promise<AnswerTo<E>>;
  async handle(pile: PileRef, event: PileEvent): Promise<AnswerTo<PileEvent>> {
    this.calls.push(`${event.kind} ${pile.cpCode} ${pile.epoch}`);
    await this.beforeHandle(event);
    this.events.push({ pile, event });
    return answerTo(event);
  }
  async commandSettled(pile: PileRef, settlement: CommandSettlement): Promise<void> {
    this.calls.push(`settled ${pile.cpCode} ${settlement.outcome}`);
    this.settlements.push(settlement);
  }
  async disconnected(pile: PileRef, reason: DisconnectReason): Promise<void> {
    this.calls.push(`disconnected ${pile.cpCode} ${pile.epoch} ${reason}`);
  }
  async frames(batch: readonly FrameRecord[]): Promise<void> {
    this.records.push(...batch);
  }
  alarm(alarm: GatewayAlarm): void {
    this.alarms.push(alarm);
  }
}

const answerTo = (event: PileEvent): AnswerTo<PileEvent> => {
  switch (event.kind) {
    case 'accountQuery':
      return { result: 0, balanceCents: 12_300, currency: 'CNY', displayName: '张三' };
    case 'startRequest':
      return { result: 0, chargingOrderNo: 'ORDER1', balanceCents: 12_300, rateRuleNo: 'RR1', maxAmountCents: 0 };
    case 'transactionStarted':
      return { transactionId: 1, accepted: true, reason: 0 };
    default:
      return { result: 0 };
  }
};
