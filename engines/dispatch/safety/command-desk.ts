import type { GunShare } from '../allocation/site.ts';
import { loadsOf, type NodeLoads, type PlacedLoad } from './loads.ts';
import type { DispatchCommand, DispatchedGun, DispatchState, GunState } from './state.ts';
import { stateOf } from './targets.ts';
import { borneBy, commandedHw, worstHw } from './worst.ts';

/** The site while commands are being added to it. It lives for one step. */
export class CommandDesk {
  readonly commands: DispatchCommand[] = [];
  readonly nowMs: number;
  private readonly before: DispatchState;
  private readonly guns: Map<string, GunState>;
  private readonly nodes: readonly NodeLoads[];
  /** For each gun, its nodes and what it adds to each. */
  private readonly above: readonly (readonly { readonly node: NodeLoads; readonly load: PlacedLoad }[])[];
  private lastCommand: number;

  constructor(state: DispatchState, nowMs: number) {
    this.before = state;
    this.nowMs = nowMs;
    this.guns = new Map(state.guns);
    this.lastCommand = state.lastCommand;
    this.nodes = loadsOf(state, nowMs);
    const above: { readonly node: NodeLoads; readonly load: PlacedLoad }[][] = state.input.guns.map(() => []);
    for (const node of this.nodes) for (const load of node.loads) above[load.place]!.push({ node, load });
    this.above = above;
  }

  get state(): DispatchState {
    return this.commands.length === 0 ? this.before : { ...this.before, guns: this.guns, lastCommand: this.lastCommand };
  }
  get mode(): DispatchState['input']['mode'] {
    return this.before.input.mode;
  }
  get places(): readonly number[] {
    return [...this.before.input.guns.keys()];
  }
  get isOver(): boolean {
    return this.nodes.some(({ worst, capacity }) => worst > capacity);
  }
  gun(place: number): DispatchedGun {
    return this.before.input.guns[place]!;
  }
  known(place: number): GunState {
    return this.guns.get(this.gun(place).id) ?? stateOf(this.before, this.gun(place), this.nowMs);
  }
  shareOf(place: number): GunShare {
    const { id } = this.gun(place);
    return this.before.shares.get(id) ?? { id, powerHw: 0, isPaused: false, reason: { kind: 'idle' } };
  }

  /** Sends a value that the gun was not sent before on this connection. */
  send(place: number, powerHw: number): void {
    const { nowMs } = this;
    const { id } = this.gun(place);
    const known = this.known(place);
    const wasHw = commandedHw(known);
    this.lastCommand += 1;
    const commandId = `${id}#${this.lastCommand}`;
    const value = { commandId, powerHw, epoch: known.epoch, firstSentMs: nowMs, lastSentMs: nowMs, copies: 1, answeredMs: null };
    const isSwitched = wasHw !== Infinity && wasHw > 0 !== powerHw > 0;
    this.keep(place, {
      ...known,
      sent: [...known.sent, value],
      commandedHw: powerHw,
      switchedAtMs: isSwitched ? nowMs : known.switchedAtMs,
      lastRaiseMs: powerHw > wasHw ? nowMs : known.lastRaiseMs,
    });
    this.commands.push({ kind: 'set', gunId: id, epoch: known.epoch, commandId, powerHw });
  }

  /** Sends the last value once more. */
  repeat(place: number): void {
    const known = this.known(place);
    const last = known.sent.at(-1)!;
    this.keep(place, { ...known, sent: [...known.sent.slice(0, -1), { ...last, lastSentMs: this.nowMs, copies: last.copies + 1 }] });
    this.commands.push({ kind: 'set', gunId: this.gun(place).id, epoch: last.epoch, commandId: last.commandId, powerHw: last.powerHw });
  }

  /** Asks the device which limit it has. */
  read(place: number): void {
    this.keep(place, { ...this.known(place), lastReadMs: this.nowMs });
    this.commands.push({ kind: 'read', gunId: this.gun(place).id });
  }

  /** The most up to `wantedHw` that every limit above the gun bears, in whole steps. */
  fittingHw(place: number, wantedHw: number): number {
    if (this.isBorne(place, wantedHw)) return wantedHw;
    if (!this.isBorne(place, 0)) return 0;
    const { stepHw } = this.gun(place);
    let [low, high] = [0, Math.ceil(wantedHw / stepHw)];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.isBorne(place, middle * stepHw)) low = middle;
      else high = middle;
    }
    return low * stepHw;
  }

  private isBorne(place: number, powerHw: number): boolean {
    return this.above[place]!.every(({ node, load }) => {
      if (powerHw <= load.worstHw) return borneBy(node.loads, this.before.input.silentPiles) <= node.capacity;
      const raised = node.loads.map((one) => (one === load ? { ...load, worstHw: powerHw } : one));
      return borneBy(raised, this.before.input.silentPiles) <= node.capacity;
    });
  }

  private keep(place: number, known: GunState): void {
    this.guns.set(this.gun(place).id, known);
    const worst = worstHw(this.gun(place), known);
    for (const { node, load } of this.above[place]!) {
      node.worst += load.perHw * (worst - load.worstHw);
      load.worstHw = worst;
    }
  }
}
