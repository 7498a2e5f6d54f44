import type { AnswerTo, EndRecord, StartResult } from '#engines/protocol/device.ts';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import type { CommandSettlement, DeviceBackend, GatewayAlarm, LoginVerdict, PileEvent, PileRef } from '#engines/protocol/device-backend.ts';

export const SECRET = '0123456789abcdef';

/** A back end that keeps orders in memory and accepts everything unless it is set otherwise. */
export class PlatformBackend implements DeviceBackend {
  readonly events: { readonly pile: PileRef; readonly event: PileEvent }[] = [];
  readonly alarms: GatewayAlarm[] = [];
  readonly settlements: CommandSettlement[] = [];
  /** Distinct end records by order number or transaction. */
  readonly endRecords = new Map<string, EndRecord[]>();
  readonly startResults = new Map<string, StartResult>();
  verdict: LoginVerdict['result'] = 0;
  accountResult: 0 | 1 | 2 = 0;
  startReply = 0;
  /** Runs before an event is answered, so that a test can delay or fail it. */
  before: (event: PileEvent) => Promise<void> = async () => undefined;
  private readonly epochs = new Map<string, number>();
  private orders = 0;

  get kinds(): string[] {
    return this.events.map(({ event }) => event.kind);
  }

  async credentials() {
    return { secret: SECRET, encryptionMode: 0 } as const;
  }

  async login({ cpCode }: LoginAttempt): Promise<LoginVerdict> {
    if (this.verdict !== 0) return { result: this.verdict };
    const epoch = (this.epochs.get(cpCode) ?? 0) + 1;
    this.epochs.set(cpCode, epoch);
    const intervals = { pileS: 60, gunS: 60, chargingS: 1, bmsHandshakeS: 1, bmsParameterS: 1, bmsChargingS: 1, bmsEndS: 1 };
    return { result: 0, epoch, profile: { intervals, tzMinutes: 480, rateRuleNo: 'RR1' } };
  }

  async handle<E extends PileEvent>(pile: PileRef, event: E): Promise<AnswerTo<E>>;
  async handle(pile: PileRef, event: PileEvent): Promise<AnswerTo<PileEvent>> {
    await this.before(event);
    this.events.push({ pile, event });
    return this.answer(event);
  }

  async commandSettled(_pile: PileRef, settlement: CommandSettlement): Promise<void> {
    this.settlements.push(settlement);
  }
  async disconnected(): Promise<void> {}
  async frames(): Promise<void> {}
  alarm(alarm: GatewayAlarm): void {
    this.alarms.push(alarm);
  }

  private answer(event: PileEvent): AnswerTo<PileEvent> {
    switch (event.kind) {
      case 'accountQuery':
        return { result: this.accountResult, balanceCents: 12_300, currency: 'CNY', displayName: '张三' };
      case 'startRequest':
        this.orders += 1;
        return { result: 0, chargingOrderNo: `ORDER${this.orders}`, balanceCents: 12_300, rateRuleNo: 'RR1', maxAmountCents: 0 };
      case 'transactionStarted':
        this.orders += 1;
        return { transactionId: this.orders, accepted: this.accountResult === 0, reason: this.accountResult };
      case 'startResult':
        this.startResults.set(event.chargingOrderNo, event);
        return { result: this.startReply };
      case 'endRecord': {
        const key = event.chargingOrderNo ?? String(event.transactionId);
        const previous = this.endRecords.get(key) ?? [];
        if (!previous.some(({ digest }) => digest === event.digest)) this.endRecords.set(key, [...previous, event]);
        return { result: 0 };
      }
      default:
        return { result: 0 };
    }
  }
}
