import type { PileEvent, PileRef } from '#engines/protocol/device-backend.ts';
import type { DisorderTestbed, PileWithCard } from './disorder-testbed.fixture.ts';
import type { OrderLink, Scenario } from './scenario.fixture.ts';
import type { PileStep } from './steps.fixture.ts';

/** One pile with the steps it goes through. */
export interface PileRun {
  readonly actor: PileWithCard;
  readonly protocol: Scenario['protocol'];
  /** Sorted by time. */
  readonly steps: readonly PileStep[];
}

/** Everything that happens within this interval is handled at its end. */
const TICK_MS = 10_000;
/** The interval at which timers are checked and ended orders are settled. */
const WORK_INTERVAL_MS = 60_000;
/** The time after the last message, in which every timer of an order expires. */
const SETTLING_MS = 3 * 3_600_000;
const SETTLING_STEP_MS = 10 * 60_000;

/** Runs all piles at the same time on the testbed's clock; returns every answer that a pile should not have received. */
export const runPiles = async (
  testbed: DisorderTestbed,
  runs: readonly PileRun[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly string[]> => {
  testbed.clock.ms = fromMs;
  const runners = runs.map((run) => new PileRunner(testbed, run));
  await Promise.all(runners.map((runner) => runner.login()));
  for (let atMs = fromMs; atMs <= toMs || runners.some((runner) => runner.isBusy); atMs += TICK_MS) {
    testbed.clock.ms = atMs;
    await Promise.all(runners.map((runner) => runner.runUntil(atMs)));
    if (atMs % WORK_INTERVAL_MS === 0) await testbed.runDueWork();
  }
  for (const untilMs = testbed.clock.ms + SETTLING_MS; testbed.clock.ms < untilMs; testbed.clock.ms += SETTLING_STEP_MS) await testbed.runDueWork();
  return runners.flatMap((runner) => runner.problems);
};

type SendStep = Extract<PileStep, { readonly do: 'send' }>;

class PileRunner {
  readonly problems: string[] = [];
  private readonly testbed: DisorderTestbed;
  private readonly run: PileRun;
  private readonly links = new Map<number, OrderLink | null>();
  private next = 0;
  private epoch = 0;

  constructor(testbed: DisorderTestbed, run: PileRun) {
    this.testbed = testbed;
    this.run = run;
  }

  get isBusy(): boolean {
    return this.next < this.run.steps.length;
  }

  async login(): Promise<void> {
    const { actor, protocol } = this.run;
    const verdict = await this.testbed.device.login({
      cpCode: actor.cpCode,
      protocol,
      remoteAddress: '127.0.0.1',
      overTls: false,
      atMs: this.testbed.clock.ms,
    });
    if (verdict.result !== 0) throw new Error(`login of ${actor.cpCode}: ${verdict.result}`);
    this.epoch = verdict.epoch;
  }

  async runUntil(atMs: number): Promise<void> {
    for (let step = this.run.steps[this.next]; step && step.atMs <= atMs; step = this.run.steps[this.next]) {
      this.next += 1;
      const concurrent = step.do === 'send' && step.isTogether ? this.concurrentStep(atMs) : undefined;
      await Promise.all([this.perform(step), ...(concurrent ? [this.perform(concurrent)] : [])]);
    }
  }

  /** The next step, if it is a message that is also due and may be sent while another one is being handled. */
  private concurrentStep(atMs: number): PileStep | undefined {
    const step = this.run.steps[this.next];
    if (!step || step.atMs > atMs || step.do !== 'send' || step.message.kind === 'start' || step.message.kind === 'plugged') return undefined;
    this.next += 1;
    return step;
  }

  private async perform(step: PileStep): Promise<void> {
    if (step.do === 'send') return this.send(step);
    return step.do === 'login' ? this.login() : this.testbed.device.disconnected(this.ref(), 'closed');
  }

  private async send(step: SendStep): Promise<void> {
    const { message, stored, isStale } = step;
    const link = this.links.get(message.order);
    // If the start was refused, the pile sends nothing more about the order.
    if (link === null && message.kind !== 'start') return;
    const event = message.toEvent(link ?? { chargingOrderNo: '', transactionId: 0 }, {
      card: this.run.actor.card,
      stored,
      atMs: this.testbed.clock.ms,
    });
    const ref = isStale ? { ...this.ref(), epoch: this.epoch - 1 } : this.ref();
    const answer = await this.handle(ref, event);
    if (message.kind === 'start') this.handleStartAnswer(message.order, answer);
    else if (!isStale && answer.result !== 0)
      this.problems.push(`${this.run.actor.cpCode}: ${message.kind} of order ${message.order} answered with ${answer.result ?? '?'}`);
  }

  /** The first answer counts: a repeated request is answered with the same order, or refused because the gun is charging by then. */
  private handleStartAnswer(order: number, answer: Answer): void {
    if (this.links.has(order)) {
      const link = this.links.get(order);
      const isSame = link?.chargingOrderNo === (answer.chargingOrderNo ?? '') && link.transactionId === (answer.transactionId ?? 0);
      if (link && !isSame && answer.result !== GUN_IS_CHARGING) this.problems.push(`${this.run.actor.cpCode}: order ${order} was started twice`);
      return;
    }
    const isAllowed = this.run.protocol === 'native' ? answer.result === 0 : answer.accepted === true;
    this.links.set(order, isAllowed ? { chargingOrderNo: answer.chargingOrderNo ?? '', transactionId: answer.transactionId ?? 0 } : null);
  }

  private handle(ref: PileRef, event: PileEvent): Promise<Answer> {
    const { handlers } = this.testbed.charging;
    switch (event.kind) {
      case 'startRequest':
        return handlers.startRequest(ref, event);
      case 'transactionStarted':
        return handlers.transactionStarted(ref, event);
      case 'startResult':
        return handlers.startResult(ref, event);
      case 'chargingSample':
        return handlers.chargingSample(ref, event);
      case 'endRecord':
        return handlers.endRecord(ref, event);
      case 'gunStatus':
        return this.testbed.device.handle(ref, event);
      default:
        throw new Error(`nobody says ${event.kind} here`);
    }
  }

  private ref(): PileRef {
    return { cpCode: this.run.actor.cpCode, epoch: this.epoch, protocol: this.run.protocol };
  }
}

const GUN_IS_CHARGING = 8;

/** The fields that an answer may have. */
interface Answer {
  readonly result?: number;
  readonly accepted?: boolean;
  readonly chargingOrderNo?: string;
  readonly transactionId?: number;
}
