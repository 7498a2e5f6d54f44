import fc from 'fast-check';

/** Stations of the histories: their zones skip and repeat hours, and begin their hours at a quarter of UTC. */
export const places = [
  { tenantId: 1, agentId: 11, stationId: 111, zone: 'Asia/Shanghai', currency: 'CNY' },
  { tenantId: 1, agentId: 12, stationId: 112, zone: 'America/New_York', currency: 'USD' },
  { tenantId: 1, agentId: 11, stationId: 113, zone: 'Asia/Kathmandu', currency: 'CNY' },
  { tenantId: 2, agentId: 21, stationId: 211, zone: 'Europe/Berlin', currency: 'EUR' },
] as const;

/** A tenant, an agent and a station for each place, and two piles at each station. */
export const placesSql = `
  insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY'), (2, 'Two', 'EUR');
  insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'North', 'Asia/Shanghai'), (12, 1, 'South', 'Asia/Shanghai'), (21, 2, 'East', 'Europe/Berlin');
  ${places
    .map(
      ({ tenantId, agentId, stationId, zone }) => `
        insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (${stationId}, ${tenantId}, ${agentId}, 'S${stationId}', '${zone}');
        insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power) values ('P${stationId}A', ${tenantId}, ${agentId}, ${stationId}, 'A', 1, 2, 1200);
        insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power) values ('P${stationId}B', ${tenantId}, ${agentId}, ${stationId}, 'B', 3, 2, 400);`,
    )
    .join('')}`;

const MINUTE_MS = 60_000;
/** Around the changes of summer time and the ends of months and of a year. */
const anchors = [
  '2026-03-08T06:30:00Z',
  '2026-03-29T00:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-11-01T05:30:00Z',
  '2026-12-31T15:45:00Z',
  '2026-06-30T18:00:00Z',
];

const instantMs = fc
  .tuple(fc.constantFrom(...anchors), fc.integer({ min: -1_500, max: 1_500 }), fc.nat(59_999))
  .map(([at, minutes, ms]) => Date.parse(at) + minutes * MINUTE_MS + ms);
const minutes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 3_200 }));
const bill = fc.record({ elec: fc.nat(90_000), srv: fc.nat(30_000), other: fc.nat(500), offer: fc.nat(2_000), energy: fc.nat(1_200_000) });
type Bill = typeof bill extends fc.Arbitrary<infer B> ? B : never;

const history = fc.record({
  place: fc.constantFrom(...places),
  pile: fc.constantFrom('A', 'B'),
  gun: fc.integer({ min: 1, max: 2 }),
  party: fc.record({
    type: fc.constantFrom(null, 1, 2, 3, 4),
    mobile: fc.constantFrom(null, '13800000001', '13800000002'),
    card: fc.constantFrom(null, 'C1', 'C2', 'C3'),
    customer: fc.constantFrom(null, 7, 8),
    vin: fc.constantFrom(null, 'LSX00000000000001', 'LSX00000000000002'),
  }),
  began: instantMs,
  minutes,
  bill,
  startsUnknown: fc.boolean(),
  /** What happens after the settlement, in this sequence. */
  later: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('correct' as const), bill }),
      fc.record({ kind: fc.constant('lateRecord' as const), began: instantMs, minutes, bill }),
      fc.record({ kind: fc.constant('refund' as const) }),
      fc.record({ kind: fc.constant('delete' as const) }),
      fc.record({ kind: fc.constant('vin' as const), vin: fc.constantFrom('LSX00000000000001', 'LSX00000000000003') }),
      // The amounts go back to nothing, as a reversal books them, and the bill is entered again.
      fc.record({ kind: fc.constant('reverse' as const), bill }),
      fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom('Asia/Shanghai', 'Asia/Kolkata') }),
    ),
    { maxLength: 4 },
  ),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const instant = (ms: number): string => `'${new Date(ms).toISOString()}'`;
const text = (value: string | number | null): string => (value === null ? 'null' : typeof value === 'number' ? String(value) : `'${value}'`);

const spanSql = (began: number, lasted: number): string => `start_time = ${instant(began)}, stop_time = ${instant(began + lasted * MINUTE_MS)}`;
const billSql = ({ elec, srv, other, offer, energy }: Bill): string => {
  const billed = elec + srv + other;
  const tip = Math.floor(energy / 4);
  return `elec_amount = ${elec}, srv_amount = ${srv}, other1_amount = ${other - Math.floor(other / 2)}, other2_amount = ${Math.floor(other / 2)}, billing_amount = ${billed}, order_amount = ${billed + offer},
    tariff_offer = ${offer}, charging_elec = ${energy}, charging_elec_tip = ${tip}, charging_elec_flat = ${energy - tip}, billing_time = now()`;
};
const nothing: Bill = { elec: 0, srv: 0, other: 0, offer: 0, energy: 0 };

/** The statements of a history, of which each group is one transaction. They are those of the order's life: state and times, then amounts. */
const transactionsOf = (of: History, id: number): readonly string[] => {
  const change = (set: string): string => `update charging_order set ${set} where charging_order_id = ${id};`;
  const { place, party } = of;
  const created = `insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, main_part_type, user_mobile, ic_card_no, cust_id, car_vin, currency)
    values (${id}, ${place.tenantId}, ${place.agentId}, ${place.stationId}, 'P${place.stationId}${of.pile}', ${of.gun}, 'H${id}', 3, ${text(party.type)}, ${text(party.mobile)}, ${text(party.card)}, ${text(party.customer)}, ${text(party.vin)}, '${place.currency}');`;
  const span = of.startsUnknown ? `stop_time = ${instant(of.began)}` : spanSql(of.began, of.minutes);
  const settled = [change(span), change('order_state = 4'), change(billSql(of.bill))].join('');
  return [created, settled, ...of.later.map((step) => laterSql(step, change, place.stationId))];
};

const laterSql = (step: History['later'][number], change: (set: string) => string, stationId: number): string => {
  switch (step.kind) {
    case 'correct':
      return change(billSql(step.bill));
    case 'lateRecord':
      return change(spanSql(step.began, step.minutes)) + change(billSql(step.bill));
    case 'refund':
      return change('order_state = 5');
    case 'delete':
      return change('is_delete = true');
    case 'vin':
      return change(`car_vin = '${step.vin}'`);
    case 'reverse':
      return change(billSql(nothing)) + change(billSql(step.bill));
    case 'zone':
      // What has been counted keeps its day; what comes later has the new clock.
      return `update station set timezone = '${step.zone}' where station_id = ${stationId};`;
  }
};

/** The transactions of random histories, interleaved: each history keeps its own sequence, and several share a transaction. */
export const randomHistories = (count: number, seed: number): readonly string[] => {
  const sampled = fc.sample(history, { numRuns: count, seed });
  const queues = sampled.map((of, at) => [...transactionsOf(of, at + 1)]);
  const steps: string[] = [];
  for (let round = 0; queues.some((queue) => queue.length > 0); round += 1)
    for (const [at, queue] of queues.entries()) if ((at + round) % 3 !== 0 || round > 9) steps.push(queue.shift() ?? '');
  const filled = steps.filter((step) => step !== '');
  return Array.from({ length: Math.ceil(filled.length / STEPS_A_TRANSACTION) }, (_none, at) =>
    filled.slice(at * STEPS_A_TRANSACTION, (at + 1) * STEPS_A_TRANSACTION).join('\n'),
  );
};
const STEPS_A_TRANSACTION = 7;
