import type { PileEvent, PileRef } from '#engines/protocol/device-backend.ts';
import type { DisorderTestbed, Actor } from './arena.fixture.ts';
import type { OrderLink, Scenario } from './scenario.fixture.ts';
import type { Step } from './steps.fixture.ts';

/** One pile that lives through its steps. */
export interface Run {
  readonly actor: Actor;
  readonly protocol: Scenario['protocol'];
  /** By time. */
  readonly steps: readonly Step[];
}

/** Everything that happens within this time is handled at its end. */
const GRAIN_MS = 10_000;
/** Timers are looked at this often; what has ended is settled at once. */
const LOOK_MS = 60_000;
/** After the last word: every timer of an order has come by then. */
const AFTERMATH_MS = 3 * 3_600_000;
const AFTERMATH_STEP_MS = 10 * 60_000;

/** Plays all runs side by side on the arena's clock; answers what no pile should have been told. */
export const play = async (
  arena: DisorderTestbed,
  runs: readonly Run[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly string[]> => {
  arena.clock.ms = fromMs;
  const players = runs.map((run) => new Player(arena, run));
  await Promise.all(players.map((player) => player.login()));
  for (let atMs = fromMs; atMs <= toMs || players.some((player) => player.isBusy); atMs += GRAIN_MS) {
    arena.clock.ms = atMs;
    await Promise.all(players.map((player) => player.until(atMs)));
    if (atMs % LOOK_MS === 0) await arena.look();
  }
  for (const untilMs = arena.clock.ms + AFTERMATH_MS; arena.clock.ms < untilMs; arena.clock.ms += AFTERMATH_STEP_MS) await arena.look();
  return players.flatMap((player) => player.problems);
};

type TellStep = Extract<Step, { readonly do: 'tell' }>;

class Player {
  readonly problems: string[] = [];
  private readonly arena: DisorderTestbed;
  private readonly run: Run;
  private readonly links = new Map<number, OrderLink | null>();
  private next = 0;
  private epoch = 0;

  constructor(arena: DisorderTestbed, run: Run) {
    this.arena = arena;
    this.run = run;
  }

  get isBusy(): boolean {
    return this.next < this.run.steps.length;
  }

  async login(): Promise<void> {
    const { actor, protocol } = this.run;
    const verdict = await this.arena.device.login({ cpCode: actor.cpCode, protocol, remoteAddress: '127.0.0.1', atMs: this.arena.clock.ms });
    if (verdict.result !== 0) throw new Error(`login of ${actor.cpCode}: ${verdict.result}`);
    this.epoch = verdict.epoch;
  }

  async until(atMs: number): Promise<void> {
    for (let step = this.run.steps[this.next]; step && step.atMs <= atMs; step = this.run.steps[this.next]) {
      this.next += 1;
      const beside = step.do === 'tell' && step.isTogether ? this.beside(atMs) : undefined;
      await Promise.all([this.take(step), ...(beside ? [this.take(beside)] : [])]);
    }
  }

  /** The next step, if it is a word that is due too and may be said while another is being handled. */
  private beside(atMs: number): Step | undefined {
    const step = this.run.steps[this.next];
    if (!step || step.atMs > atMs || step.do !== 'tell' || step.word.kind === 'start' || step.word.kind === 'plugged') return undefined;
    this.next += 1;
    return step;
  }

  private async take(step: Step): Promise<void> {
    if (step.do === 'tell') return this.tell(step);
    return step.do === 'login' ? this.login() : this.arena.device.disconnected(this.ref(), 'closed');
  }

  private async tell(step: TellStep): Promise<void> {
    const { word, stored, isStale } = step;
    const link = this.links.get(word.order);
    // Where the start was refused there is nothing more to say.
    if (link === null && word.kind !== 'start') return;
    const event = word.say(link ?? { chargingOrderNo: '', transactionId: 0 }, { card: this.run.actor.card, stored, atMs: this.arena.clock.ms });
    const ref = isStale ? { ...this.ref(), epoch: this.epoch - 1 } : this.ref();
    const answer = await this.handle(ref, event);
    if (word.kind === 'start') this.started(word.order, answer);
    else if (!isStale && answer.result !== 0)
      this.problems.push(`${this.run.actor.cpCode}: ${word.kind} of order ${word.order} answered with ${answer.result ?? '?'}`);
  }

  /** The first answer counts: a repeated question is answered with the same order, or refused because the gun is charging by now. */
  private started(order: number, answer: Answer): void {
    if (this.links.has(order)) {
      const known = this.links.get(order);
      const same = known?.chargingOrderNo === (answer.chargingOrderNo ?? '') && known.transactionId === (answer.transactionId ?? 0);
      if (known && !same && answer.result !== GUN_IS_CHARGING) this.problems.push(`${this.run.actor.cpCode}: order ${order} was started twice`);
      return;
    }
    const isAllowed = this.run.protocol === 'native' ? answer.result === 0 : answer.accepted === true;
    this.links.set(order, isAllowed ? { chargingOrderNo: answer.chargingOrderNo ?? '', transactionId: answer.transactionId ?? 0 } : null);
  }

  private handle(ref: PileRef, event: PileEvent): Promise<Answer> {
    const { handlers } = this.arena.share;
    switch (event.kind) {
      case 'startRequest':
        return handlers.startRequest(ref, event);
      case 'transactionStarted':
        return handlers.transactionStarted(ref, event);
      case 'startResult':
        return handlers.startResult(ref, event);
      case 'chargingSample':
        return handlers.chargingSample(ref, event);
      case 'orderReport':
        return handlers.orderReport(ref, event);
      case 'gunStatus':
        return this.arena.device.handle(ref, event);
      default:
        throw new Error(`nobody says ${event.kind} here`);
    }
  }

  private ref(): PileRef {
    return { cpCode: this.run.actor.cpCode, epoch: this.epoch, protocol: this.run.protocol };
  }
}

const GUN_IS_CHARGING = 8;

/** What any answer may carry. */
interface Answer {
  readonly result?: number;
  readonly accepted?: boolean;
  readonly chargingOrderNo?: string;
  readonly transactionId?: number;
}
