import type { Random } from '../../order/history.fixture.ts';
import { compileSite } from '../allocation/load.ts';
import { recover, type DispatchCommand, type DispatchEvent, type DispatchInput, type DispatchState, type DispatchStep, newSite } from './state.ts';
import { step } from './step.ts';
import { loadsOf } from './loads.ts';
import { stateOf } from './targets.ts';
import { commandedHw, worstHw } from './worst.ts';

const S = 1_000;

/** How cruel the world is. */
export interface WorldRules {
  /** Share of messages that are lost, and that arrive twice. */
  readonly loss: number;
  readonly repeats: number;
  readonly longestDelayMs: number;
  /** Messages of one connection keep their order; those of an earlier connection may always come later. */
  readonly isOrdered: boolean;
  readonly dropsRepeats: boolean;
  /** The chance of each in one second: that a pile starts anew, that it loses its connection, and that the server ends. */
  readonly restarts: number;
  readonly reconnects: number;
  readonly serverCrashes: number;
}

/** A pile as it really is. Each gun draws exactly its limit, which is the most that it can do. */
interface WorldPile {
  readonly id: string;
  readonly guns: readonly string[];
  readonly limits: Map<string, number>;
  readonly executed: Map<string, true>;
  connection: number;
  isUp: boolean;
  upAtMs: number;
  /** It may charge: the platform let it in, or it went into its offline mode. */
  isAllowed: boolean;
  isLoggedIn: boolean;
  heardMs: number;
  /** The platform's instant of the last answer that it got. */
  ackMs: number | null;
  nextFrameMs: number;
}

type Parcel =
  | {
      readonly to: 'pile';
      readonly pileId: string;
      readonly connection: number;
      readonly kind: 'ack';
      readonly sentMs: number;
      readonly isLogin: boolean;
    }
  | {
      readonly to: 'pile';
      readonly pileId: string;
      readonly connection: number;
      readonly kind: 'command';
      readonly command: DispatchCommand;
      readonly sentMs: number;
    }
  | {
      readonly to: 'server';
      readonly pileId: string;
      readonly connection: number;
      readonly kind: 'frame';
      readonly ackMs: number | null;
      readonly isLogin: boolean;
    }
  | {
      readonly to: 'server';
      readonly pileId: string;
      readonly connection: number;
      readonly kind: 'event';
      readonly event: DispatchEvent;
      readonly sinceMs: number;
    };

/** Piles, a network and a server, of which everything may fail. `breaches` is what must stay empty. */
export class SiteWorld {
  nowMs = 0;
  rules: WorldRules;
  readonly random: Random;
  readonly breaches: string[] = [];
  commandCount = 0;
  private readonly piles = new Map<string, WorldPile>();
  private network: { readonly atMs: number; readonly parcel: Parcel }[] = [];
  private readonly lastArrival = new Map<string, number>();
  private input: DispatchInput;
  private journal: DispatchState;
  private serverUpAtMs: number | null = 0;
  /** The clock of the process: another one after each restart. */
  private clockMs = 5_000_000;

  constructor(input: DispatchInput, rules: WorldRules, random: Random) {
    this.input = input;
    this.rules = rules;
    this.random = random;
    this.journal = newSite(input, this.clock());
    for (const { id, pileId, failSafe } of input.guns) {
      const pile = this.piles.get(pileId) ?? this.newPile(pileId, input);
      pile.limits.set(id, failSafe.powerHw);
      this.piles.set(pileId, pile);
    }
  }

  get state(): DispatchState {
    return this.journal;
  }
  clock(): number {
    return this.nowMs + this.clockMs;
  }
  changeInput(input: DispatchInput): void {
    this.input = input;
    if (this.isServerUp()) this.take({ kind: 'input', input });
  }

  /** One second. */
  tick(): void {
    this.nowMs += S;
    for (const pile of this.piles.values()) this.livePile(pile);
    this.deliver();
    this.liveServer();
    this.check();
  }

  drawHw(gunId: string): number {
    for (const pile of this.piles.values()) if (pile.limits.has(gunId)) return pile.isUp && pile.isAllowed ? (pile.limits.get(gunId) ?? 0) : 0;
    return 0;
  }

  private newPile(id: string, { guns }: DispatchInput): WorldPile {
    return {
      id,
      guns: guns.filter(({ pileId }) => pileId === id).map((gun) => gun.id),
      limits: new Map(),
      executed: new Map(),
      connection: 1,
      isUp: true,
      upAtMs: 0,
      isAllowed: true,
      isLoggedIn: false,
      heardMs: 0,
      ackMs: null,
      nextFrameMs: 0,
    };
  }

  private livePile(pile: WorldPile): void {
    const { random, rules, nowMs } = this;
    if (!pile.isUp) {
      if (nowMs < pile.upAtMs) return;
      Object.assign(pile, { isUp: true, isAllowed: false, heardMs: nowMs });
      this.fall(pile);
    } else if (random.chance(rules.restarts)) {
      Object.assign(pile, {
        isUp: false,
        isAllowed: false,
        isLoggedIn: false,
        upAtMs: nowMs + (1 + random.below(60)) * S,
        connection: pile.connection + 1,
        ackMs: null,
      });
      pile.executed.clear();
      return;
    } else if (random.chance(rules.reconnects)) this.reconnect(pile);
    const failSafe = this.input.guns.find(({ pileId }) => pileId === pile.id)?.failSafe;
    if (failSafe && nowMs - pile.heardMs >= failSafe.afterMs) {
      this.fall(pile);
      pile.isAllowed = true;
      if (nowMs - pile.heardMs === failSafe.afterMs || random.chance(0.05)) this.reconnect(pile);
    }
    if (nowMs < pile.nextFrameMs) return;
    pile.nextFrameMs = nowMs + (pile.isLoggedIn ? 10 : 5) * S;
    this.post({ to: 'server', pileId: pile.id, connection: pile.connection, kind: 'frame', ackMs: pile.ackMs, isLogin: !pile.isLoggedIn });
  }

  private reconnect(pile: WorldPile): void {
    Object.assign(pile, { connection: pile.connection + 1, isLoggedIn: false, ackMs: null, nextFrameMs: this.nowMs });
  }
  private fall(pile: WorldPile): void {
    for (const { id, failSafe } of this.input.guns) if (pile.limits.has(id)) pile.limits.set(id, failSafe.powerHw);
  }

  private post(parcel: Parcel): void {
    const { random, rules } = this;
    if (random.chance(rules.loss)) return;
    const copies = random.chance(rules.repeats) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const lane = `${parcel.to} ${parcel.pileId} ${parcel.connection}`;
      const wishedMs = this.nowMs + random.below(rules.longestDelayMs + 1);
      const atMs = rules.isOrdered ? Math.max(wishedMs, this.lastArrival.get(lane) ?? 0) : wishedMs;
      this.lastArrival.set(lane, atMs);
      this.network.push({ atMs, parcel });
    }
  }

  private deliver(): void {
    const due = this.network.filter(({ atMs }) => atMs <= this.nowMs);
    this.network = this.network.filter(({ atMs }) => atMs > this.nowMs);
    // Sorting is stable, so parcels of one lane keep their order.
    due.sort((one, other) => one.atMs - other.atMs);
    for (const { parcel } of due)
      if (parcel.to === 'pile') this.arriveAtPile(parcel);
      else if (this.isServerUp()) this.arriveAtServer(parcel);
  }

  private arriveAtPile(parcel: Parcel & { readonly to: 'pile' }): void {
    const pile = this.piles.get(parcel.pileId);
    if (!pile?.isUp) return;
    if (parcel.kind === 'ack') {
      if (parcel.connection !== pile.connection) return;
      Object.assign(pile, { heardMs: this.nowMs, ackMs: parcel.sentMs, isAllowed: true, isLoggedIn: pile.isLoggedIn || parcel.isLogin });
      return;
    }
    const { command, connection, sentMs } = parcel;
    const { gunId } = command;
    // A command may come late out of a connection that has ended, but no answer goes back into it.
    const reply = (event: DispatchEvent): void => {
      if (connection === pile.connection) this.post({ to: 'server', pileId: pile.id, connection, kind: 'event', event, sinceMs: sentMs });
    };
    if (command.kind === 'read') {
      reply({ kind: 'readBack', gunId, epoch: connection, powerHw: pile.limits.get(gunId) ?? 0, askedAtMs: sentMs });
      return;
    }
    if (command.kind !== 'set') return;
    if (!this.rules.dropsRepeats || !pile.executed.has(command.commandId)) pile.limits.set(gunId, command.powerHw);
    pile.executed.set(command.commandId, true);
    if (connection === pile.connection) pile.heardMs = this.nowMs;
    reply({ kind: 'reply', gunId, epoch: connection, commandId: command.commandId, isDone: true });
  }

  private arriveAtServer(parcel: Parcel & { readonly to: 'server' }): void {
    const { pileId, connection: epoch } = parcel;
    if (parcel.kind === 'event') {
      this.take(parcel.event);
      return;
    }
    if (parcel.isLogin) this.take({ kind: 'login', pileId, epoch });
    if (parcel.ackMs !== null) this.take({ kind: 'heard', pileId, epoch, sinceMs: parcel.ackMs });
    if (this.isServerUp()) this.post({ to: 'pile', pileId, connection: epoch, kind: 'ack', sentMs: this.clock(), isLogin: parcel.isLogin });
  }

  private isServerUp(): boolean {
    return this.serverUpAtMs !== null && this.nowMs >= this.serverUpAtMs;
  }

  private liveServer(): void {
    if (!this.isServerUp()) return;
    if (this.random.chance(this.rules.serverCrashes)) this.crash();
    else this.take({ kind: 'tick' });
  }

  private crash(): void {
    this.serverUpAtMs = this.nowMs + (1 + this.random.below(200)) * S;
    // No process knows how long the clock stood still, and what it showed before means nothing.
    this.clockMs = this.random.below(10_000_000);
    this.journal = step(
      recover(this.journal, this.serverUpAtMs + this.clockMs),
      { kind: 'input', input: this.input },
      this.serverUpAtMs + this.clockMs,
    ).state;
    // Connections end with the process; what is under way in them may still come to the piles.
    for (const pile of this.piles.values()) this.reconnect(pile);
  }

  private take(event: DispatchEvent): void {
    const before = this.journal;
    const next = step(before, event, this.clock());
    const isCrashing = this.random.chance(this.rules.serverCrashes / 10);
    // Before the commit, or between the commit and the last command.
    if (isCrashing && this.random.chance(0.5)) return this.crash();
    this.journal = next.state;
    this.checkRaises(before, event, next);
    for (const command of next.commands) {
      if (isCrashing && this.random.chance(0.5)) continue;
      const pileId = this.input.guns.find(({ id }) => id === command.gunId)?.pileId ?? '';
      this.commandCount += 1;
      this.post({
        to: 'pile',
        pileId,
        connection: stateOf(next.state, { id: command.gunId }, 0).epoch,
        kind: 'command',
        command,
        sentMs: this.clock(),
      });
    }
    if (isCrashing) this.crash();
  }

  /** No step raises a gun below a node that its guns may pass together. What a device itself says about its limit is no raise. */
  private checkRaises(before: DispatchState, event: DispatchEvent, { state: after, commands }: DispatchStep): void {
    const over = loadsOf(after, this.clock()).filter(({ worst, capacity }) => worst > capacity);
    for (const { nodeId, loads } of over)
      for (const { place } of loads) {
        const id = after.input.guns[place]?.id ?? '';
        const known = stateOf(before, { id }, this.clock());
        const saidHw = event.kind === 'readBack' && event.gunId === id ? event.powerHw : 0;
        const wasHw = Math.max(commandedHw(known), saidHw);
        const raised = commands.find((one) => one.kind === 'set' && one.gunId === id && one.powerHw > wasHw);
        if (raised) this.breaches.push(`${this.nowMs}: ${id} is raised above ${wasHw} while ${nodeId} is over`);
      }
  }

  private check(): void {
    if (this.isServerUp())
      for (const gun of this.input.guns) {
        const worst = worstHw(gun, stateOf(this.journal, gun, this.clock()));
        if (this.drawHw(gun.id) > worst) this.breaches.push(`${this.nowMs}: ${gun.id} draws ${this.drawHw(gun.id)} above its worst case ${worst}`);
      }
  }

  /** The nodes whose guns really draw more than its limit now. */
  overloads(): readonly string[] {
    const { constraints, costs } = compileSite(this.input.nodes, this.input.guns);
    const drawn = constraints.map(() => 0);
    for (const [place, { id }] of this.input.guns.entries())
      for (const { constraint, perHw } of costs[place] ?? []) drawn[constraint] = (drawn[constraint] ?? 0) + perHw * this.drawHw(id);
    return constraints.flatMap(({ nodeId, capacity }, index) => ((drawn[index] ?? 0) > capacity ? [`${this.nowMs}: ${nodeId} is overloaded`] : []));
  }
}
