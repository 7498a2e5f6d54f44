import fc from 'fast-check';
import { cancelCauses, stopCauses } from './codes.ts';
import type { LaterFact } from './facts.ts';
import { flagReasons, softFlags } from './flags.ts';
import { START_METER, T0 } from './order.fixture.ts';

/** Few instants and few values, so that facts often have equal keys, equal instants and contradictory content. */
const instant = fc.integer({ min: 0, max: 6 }).map((n) => T0 + n * 60_000);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const energy = fc.integer({ min: 0, max: 6 }).map((n) => n * 5_000);
const meter = energy.map((dwh) => START_METER + dwh);
const soc = fc.integer({ min: 0, max: 100 });
const operator = fc.constantFrom('op1', 'op2');
const manual = { by: operator, reason: fc.constantFrom('a', 'b'), secondBy: maybe(operator), atMs: instant };
const kind = <K extends string>(name: K) => ({ kind: fc.constant(name) });
const cents = fc.bigInt({ min: 0n, max: 2000n });
const soft = fc.subarray([...softFlags], { maxLength: 2 });
const refundId = fc.constantFrom('F1', 'F2');

/** Any fact that an order can have after its creation; the combination need not be plausible. */
export const anyFact: fc.Arbitrary<LaterFact> = fc.oneof(
  fc.record({ ...kind('reserved'), reservationOrderNo: fc.constant('R1'), untilMs: instant, atMs: instant }),
  fc.record({ ...kind('booked'), reservationOrderNo: fc.constant('R1'), fromMs: instant, untilMs: instant, payByMs: maybe(instant), atMs: instant }),
  fc.record({ ...kind('bookingPaid'), atMs: instant }),
  fc.record({ ...kind('gunNotFree'), atMs: instant }),
  fc.record({ ...kind('startDoubted'), mayHaveCharged: fc.boolean(), atMs: instant }),
  fc.record({ ...kind('gunPromised'), reservedFromMs: instant, endByMs: instant, atMs: instant }),
  fc.record({
    ...kind('startCommand'),
    by: fc.constantFrom('command', 'answer'),
    commandId: fc.constantFrom('C1', 'C2'),
    deadlineMs: instant,
    resultWaitMs: fc.constant(90_000),
    epoch: fc.integer({ min: 1, max: 2 }),
    atMs: instant,
  }),
  fc.record({ ...kind('startSent'), atMs: instant }),
  fc.record({ ...kind('startReply'), accepted: fc.boolean(), atMs: instant }),
  fc.record({
    ...kind('startResult'),
    result: fc.constantFrom(0, 0, 1, 161),
    startAtMs: instant,
    startMeterDwh: meter,
    startSoc: maybe(soc),
    startSource: fc.constant(16),
    vin: fc.constant(null),
    soft,
    atMs: instant,
  }),
  fc.record({ ...kind('clockFound'), shiftMs: fc.constantFrom(-600_000, 600_000), atMs: instant }),
  fc.record({
    ...kind('progress'),
    firstAtMs: instant,
    lastAtMs: instant,
    heardMs: instant,
    flowHeardMs: maybe(instant),
    energyDwh: maybe(energy),
    meterDwh: maybe(meter),
    soc: maybe(soc),
  }),
  fc.record({ ...kind('gunQuiet'), sinceMs: instant, cause: fc.constantFrom('idle', 'boot', 'ended', 'plugged') }),
  fc.record({ ...kind('stopRequested'), cause: fc.constantFrom(...stopCauses), by: maybe(operator), atMs: instant }),
  fc.record({ ...kind('stopSent'), atMs: instant }),
  fc.record({ ...kind('stopConfirmed'), atMs: instant }),
  fc.record({
    ...kind('endRecord'),
    digest: fc.constantFrom('a', 'b', 'c'),
    orderType: fc.constantFrom(1, 3),
    gunNumber: fc.constantFrom(1, 2),
    startSource: maybe(fc.constant(16)),
    vin: fc.constant(null),
    startAtMs: maybe(instant),
    stopAtMs: instant,
    clockShiftMs: fc.constantFrom(0, 600_000),
    startSoc: maybe(soc),
    stopSoc: maybe(soc),
    startMeterDwh: maybe(meter),
    stopMeterDwh: meter,
    energyDwh: maybe(energy),
    stageEnergyDwh: fc.constant(null),
    slotEnergyDwh: maybe(fc.array(energy, { maxLength: 2 })),
    deviceAmountE4: fc.constant(null),
    stopReason: fc.constantFrom(1, 3),
    rateRuleNo: fc.constant(null),
    checkCode: fc.constantFrom('ok', 'wrong', 'absent'),
    soft,
    atMs: instant,
  }),
  fc.record({ ...kind('recordAdopted'), digest: fc.constantFrom('a', 'b', 'x'), ...manual }),
  fc.record({ ...kind('manualEnd'), stopAtMs: instant, stopMeterDwh: maybe(meter), energyDwh: energy, stopSoc: maybe(soc), ...manual }),
  fc.record({ ...kind('cancelled'), cause: fc.constantFrom(...cancelCauses), by: maybe(operator), atMs: instant }),
  fc.record({
    ...kind('flagOpened'),
    flag: fc.constantFrom(...flagReasons, ...softFlags),
    sinceMs: instant,
    detail: fc.constantFrom('x', '', { says: 'gunAtRest' as const }, { says: 'aboveCap' as const, totalCents: 5n, capCents: 4n }),
    atMs: instant,
  }),
  fc.record({ ...kind('flagClosed'), flag: fc.constantFrom(...flagReasons), ...manual }),
  fc.record({ ...kind('partyAssigned'), mainPartType: fc.constantFrom(1, 2), mainPartId: fc.constantFrom('1', '2'), ...manual }),
  fc.record({
    ...kind('settled'),
    method: fc.constantFrom('auto', 'manual'),
    basis: fc.constantFrom('a', 'b', 'manual'),
    by: maybe(operator),
    secondBy: maybe(operator),
    reason: fc.constant(null),
    elecCents: cents,
    srvCents: cents,
    other1Cents: cents,
    other2Cents: cents,
    totalCents: cents,
    atMs: instant,
  }),
  fc.record({
    ...kind('adjusted'),
    basis: fc.constantFrom('a', 'b'),
    outcome: fc.constantFrom('booked', 'declined'),
    differenceCents: maybe(cents),
    by: maybe(operator),
    reason: fc.constant(null),
    atMs: instant,
  }),
  fc.record({ ...kind('refundRequested'), refundId, purpose: fc.constantFrom('prepaidRest', 'goodwill'), amountCents: cents, atMs: instant }),
  fc.record({ ...kind('refundResult'), refundId, succeeded: fc.boolean(), atMs: instant }),
  fc.record({ ...kind('refunded'), atMs: instant }),
  fc.record({ ...kind('deleted'), by: operator, atMs: instant }),
);

/** A list of facts, and the same facts shuffled with some of them repeated. */
export const factsWithRepetition: fc.Arbitrary<{ readonly originals: readonly LaterFact[]; readonly repeated: readonly LaterFact[] }> = fc
  .array(anyFact, { minLength: 1, maxLength: 14 })
  .chain((told) =>
    fc.record({
      originals: fc.constant(told),
      repeated: fc.tuple(fc.shuffledSubarray(told, { minLength: told.length }), fc.subarray(told)).map(([shuffled, some]) => [...shuffled, ...some]),
    }),
  );
