/** Properties that hold for any order of inputs from a station, the business, the clock and operators. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeviceCommand } from '../../protocol/device-command.ts';
import type { CommandSettlement } from '../../protocol/device-backend.ts';
import { outputsOfKind, partsOf, PROFILE, SessionHarness, YES, type WithoutTime } from './testing/rig.ts';
import type { Input, Output, Session } from './session.ts';

const METER = { connectorId: 1, transactionId: 7, meterValue: [{ sampledValue: [{ value: '1500' }] }] };
const stationCalls: readonly (readonly [string, object])[] = [
  ['BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' }],
  ['BootNotification', {}],
  ['StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' }],
  ['MeterValues', METER],
  ['StopTransaction', { transactionId: 7, meterStop: 5, timestamp: '2026-11-20T12:00:00Z' }],
  ['Heartbeat', {}],
  ['Fly', {}],
];

/** The possible events; the numbers choose among the objects that exist at that moment. */
type Event =
  | { readonly do: 'call'; readonly which: number; readonly id: number }
  | { readonly do: 'junk'; readonly text: string }
  | { readonly do: 'answerOurs'; readonly status: string }
  | { readonly do: 'answerBusiness'; readonly which: number; readonly ok: boolean }
  | { readonly do: 'admission'; readonly ok: boolean }
  | { readonly do: 'command'; readonly which: number; readonly id: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'answerLate' | 'probe' | 'sign' | 'close' };

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call'), which: fc.nat(stationCalls.length - 1), id: fc.nat(40) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answerBusiness'), which: fc.nat(20), ok: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answerOurs'), status: fc.constantFrom('Accepted', 'Rejected', 'what?') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('command'), which: fc.nat(5), id: fc.nat(12) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 900, 5_000, 31_000, 45_000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('admission'), ok: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('junk'), text: fc.constantFrom('{', '[2]', '[3,"nobody",{}]', '[2,"deep","DataTransfer",[]]') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('answerLate', 'probe', 'sign') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('answerLate', 'answerLate', 'answerLate', 'close') }) },
);

const commandOf = (which: number, id: number, nowMs: number): DeviceCommand => {
  const commandId = `C${which}-${id}`;
  const order = { gunNumber: 1, chargingOrderNo: 'O1' };
  const commands: readonly DeviceCommand[] = [
    {
      ...order,
      commandId,
      cmd: 'start',
      idTag: 'T1',
      strategyType: 1,
      strategyValE2: 0,
      balanceCents: 1,
      rateRuleNo: '',
      deadlineMs: nowMs + 1_000 * (id - 1),
    },
    { ...order, commandId, cmd: 'stop', transactionId: 7 },
    { ...order, commandId, cmd: 'stop' },
    { commandId, cmd: 'setParameter', paramNo: 3, gunNumber: 0, value: String(id) },
    { commandId, cmd: 'recallOrder' },
    { commandId, cmd: 'readParameters', paramNos: [] },
  ];
  return commands[which] ?? { commandId, cmd: 'clearCache' };
};

/** Feeds events, records what the properties refer to, and checks each step. */
class RandomSession {
  readonly rig = new SessionHarness({ callsWaitingMax: 6, callsWaitingFew: 2 });
  /** The events that occurred, to check that each property was exercised. */
  readonly seen = new Set<string>();
  private readonly asked = new Map<string, 'owed' | 'answered'>();
  private readonly unanswered: number[] = [];
  private readonly outstanding = new Set<string>();
  private readonly timedOut: string[] = [];
  private lastDelivered = 0;
  private admitting = false;
  private ended = false;
  /** Reports of the station's start that have not been answered. */
  private readonly booting = new Set<string>();

  happen(event: Event): void {
    const input = this.inputOf(event);
    if (!input) return;
    // A step that changed its input session would throw.
    freeze(this.rig.session);
    const outputs = this.rig.feed(input);
    if (input.kind === 'command') this.checkTaken(input.command, outputs);
    else expect(outputsOfKind(outputs, 'taken')).toEqual([]);
    if (input.kind === 'text') this.hear(input.text, outputs);
    for (const output of outputs) this.check(output);
  }

  /** Every open call is answered, then the connection ends: no caller may be left without an answer. */
  end(): void {
    this.happen({ do: 'admission', ok: false });
    while (this.unanswered.length > 0) this.happen({ do: 'answerBusiness', which: 0, ok: true });
    if (!this.ended) expect([...this.asked].filter(([, state]) => state === 'owed')).toEqual([]);
    this.happen({ do: 'close' });
    expect(this.ended).toBe(true);
    expect([...this.outstanding]).toEqual([]);
  }

  private inputOf(event: Event): WithoutTime<Input> | undefined {
    switch (event.do) {
      case 'call': {
        const [action, payload] = stationCalls[event.which] ?? ['', {}];
        return { kind: 'text', text: JSON.stringify([2, `s${event.id}`, action, payload]) };
      }
      case 'junk':
        return { kind: 'text', text: event.text };
      case 'answerOurs':
        return this.rig.pendingId === '' ? undefined : { kind: 'text', text: JSON.stringify([3, this.rig.pendingId, { status: event.status }]) };
      case 'answerLate': {
        const id = this.rig.session.rpc.givenUp[0]?.id;
        return id === undefined ? undefined : { kind: 'text', text: JSON.stringify([3, id, { status: 'Accepted' }]) };
      }
      case 'answerBusiness': {
        const [ticket] = this.unanswered.splice(event.which % Math.max(1, this.unanswered.length), 1);
        if (ticket === undefined) return undefined;
        return event.ok ? { kind: 'answers', ticket, answers: [YES] } : { kind: 'failed', ticket };
      }
      case 'admission':
        if (!this.admitting || this.ended) return undefined;
        this.admitting = false;
        return event.ok ? { kind: 'admitted', epoch: 1, profile: PROFILE, prepareInMs: 2_000 } : { kind: 'notAdmitted' };
      case 'command':
        return { kind: 'command', command: commandOf(event.which, event.id, this.rig.nowMs) };
      case 'wait':
        this.rig.nowMs += event.ms;
        return { kind: 'tick' };
      case 'probe':
        return { kind: 'probe' };
      case 'sign':
        return { kind: 'signOfLife' };
      case 'close':
        return { kind: 'close', reason: 'closed' };
    }
  }

  /** Every valid call must get one answer. */
  private hear(text: string, outputs: readonly Output[]): void {
    const [type, id, action] = text === '{' ? [] : partsOf(text);
    const read = outputsOfKind(outputs, 'log').some(({ record }) => record.direction === 'up' && record.type !== 'unreadable');
    if (type !== 2 || typeof id !== 'string' || !read) return;
    this.asked.set(id, 'owed');
    if (action === 'BootNotification' && this.rig.session.boot.state === 'reported') this.booting.add(id);
  }

  private check(output: Output): void {
    if (output.kind === 'taken') return;
    expect(this.ended).toBe(false);
    switch (output.kind) {
      case 'send':
        return this.checkSent(partsOf(output.text));
      case 'deliver':
        // In the order of the station's calls, and never while the pile is not enabled.
        expect(this.rig.session.epoch).toBe(1);
        expect(output.ticket).toBeGreaterThan(this.lastDelivered);
        this.lastDelivered = output.ticket;
        return void this.unanswered.push(output.ticket);
      case 'settle':
        return this.checkSettled(output.settlement);
      case 'admit':
        this.admitting = true;
        return;
      case 'ended':
        this.ended = true;
        this.seen.add(`ended ${output.reason}`);
        return;
      default:
        return;
    }
  }

  private checkSent([type, id, third]: readonly unknown[]): void {
    if (type !== 2) {
      expect([id, this.asked.get(String(id))]).toEqual([id, 'owed']);
      this.asked.set(String(id), 'answered');
      this.booting.delete(String(id));
      if (isAccepted(third)) this.booting.clear();
      return;
    }
    // One call of the platform at a time, none to a station that was not accepted yet, and no start past its deadline.
    const { rpc, boot, phase } = this.rig.session;
    this.seen.add(String(third));
    // The same tick may have ended the session afterwards.
    if (phase === 'closed') return;
    expect(id).toBe(rpc.pending?.id);
    expect([this.booting.size, boot.state]).toEqual([0, 'done']);
    expect(rpc.pending?.call.deadlineMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(this.rig.nowMs);
  }

  private checkTaken({ commandId }: DeviceCommand, outputs: readonly Output[]): void {
    const [taken, ...more] = outputsOfKind(outputs, 'taken');
    expect(more).toEqual([]);
    if (this.ended) expect(taken?.outcome).toBe('offline');
    expect(taken?.outcome).toMatch(/^(sent|offline|busy|unsupported|expired)$/);
    if (taken?.outcome !== 'sent') return;
    this.outstanding.add(commandId);
    if (this.rig.session.rpc.callsHeld) this.seen.add('held');
  }

  /** Exactly once, and once more when an answer follows a time-out. */
  private checkSettled(settlement: CommandSettlement): void {
    const { commandId } = settlement;
    const late = settlement.outcome === 'answered' && settlement.late;
    this.seen.add(late ? 'late' : settlement.outcome);
    if (late) expect(this.timedOut.splice(this.timedOut.indexOf(commandId), 1)).toEqual([commandId]);
    else expect([commandId, this.outstanding.delete(commandId)]).toEqual([commandId, true]);
    if (settlement.outcome === 'timedOut') this.timedOut.push(commandId);
  }
}

test('any order of events keeps the laws of a session', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyEvent, { maxLength: 80, size: 'max' }), (enabled, events) => {
      const play = new RandomSession();
      if (enabled) play.rig.admit(2_000);
      for (const each of events) play.happen(each);
      play.end();
      for (const what of play.seen) seen.add(what);
    }),
    { numRuns: 300, seed: 20_261_120 },
  );
  // The events that the properties refer to must have occurred; otherwise nothing was tested.
  const wanted = [
    'held',
    'answered',
    'timedOut',
    'late',
    'lost',
    'RemoteStartTransaction',
    'RemoteStopTransaction',
    'GetConfiguration',
    'ended silent',
  ];
  expect(wanted.filter((what) => !seen.has(what))).toEqual([]);
});

const isAccepted = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'status' in payload && payload.status === 'Accepted';

/** Frozen at every depth, so that a step that changes its session throws. */
const freeze = (session: Session): Session => {
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(session);
  return session;
};
