import type { Progress } from '#engines/order/facts.ts';
import type { ChargingSample } from '#engines/protocol/device.ts';
import { withRetry } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';

/** A sample that changes only numbers, with the progress it makes. */
export interface ProgressSample {
  readonly orderId: string;
  readonly tenantId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  /** With its corrected instant. */
  readonly sample: ChargingSample;
  readonly progress: Progress;
  readonly energyDwh: number | null;
  readonly amountCents: bigint | null;
}

export interface SampleBatch {
  /** Resolves when the sample is committed, together with others that arrived at about the same time. */
  add(sample: ProgressSample): Promise<void>;
  /** Resolves when no sample is waiting. */
  drain(): Promise<void>;
}

/** The most samples that one transaction stores. */
const BATCH_MAX = 500;
/** The most samples that may wait. Beyond it a sample is rejected, and the pile sends it again. */
const WAITING_MAX = 20_000;

/** Stores samples of all piles in shared transactions: one commit for many samples, while the next batch collects. */
export const createSampleBatch = (database: Database): SampleBatch => {
  let waiting: { readonly sample: ProgressSample; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  let running: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      try {
        await storeSamples(
          database,
          batch.map((entry) => entry.sample),
        );
        for (const entry of batch) entry.resolve();
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
  };
  const start = (): void => {
    running ??= new Promise<void>((done) => setImmediate(done)).then(flush).finally(() => {
      running = undefined;
      if (waiting.length > 0) start();
    });
  };
  return {
    add: (sample) =>
      waiting.length >= WAITING_MAX
        ? Promise.reject(new Error('too many samples are waiting'))
        : new Promise((resolve, reject) => {
            waiting.push({ sample, resolve, reject });
            start();
          }),
    drain: async () => {
      while (running) await running;
    },
  };
};

type Value = number | bigint | string | boolean | null;
type Column = readonly [name: string, type: 'bool' | 'int2' | 'int4' | 'int8' | 'text' | 'timestamptz', of: (entry: ProgressSample) => Value];

const ofSample =
  (
    name: keyof ChargingSample &
      (
        | 'voltageDv'
        | 'currentDa'
        | 'powerW'
        | 'soc'
        | 'meterDwh'
        | 'bmsVoltageDv'
        | 'bmsCurrentDa'
        | 'gunDcPositiveTemp'
        | 'gunDcNegativeTemp'
        | 'remainingMin'
      ),
  ) =>
  ({ sample }: ProgressSample): Value =>
    sample[name] ?? null;
const ofProgress =
  (name: Exclude<keyof Progress, 'kind'>) =>
  ({ progress }: ProgressSample): Value =>
    progress[name];

/** The values of each sample that the statement takes. */
const columns: readonly Column[] = [
  ['order_id', 'int8', ({ orderId }) => orderId],
  ['tenant_id', 'int8', ({ tenantId }) => tenantId],
  ['cp_code', 'text', ({ cpCode }) => cpCode],
  ['gun_number', 'int4', ({ gunNumber }) => gunNumber],
  ['at', 'timestamptz', ({ sample }) => new Date(sample.atMs).toISOString()],
  ['voltage', 'int4', ofSample('voltageDv')],
  ['current', 'int4', ofSample('currentDa')],
  ['power', 'int4', ofSample('powerW')],
  ['soc', 'int2', ofSample('soc')],
  ['energy', 'int8', ({ energyDwh }) => energyDwh],
  ['meter', 'int8', ofSample('meterDwh')],
  ['bms_voltage', 'int4', ofSample('bmsVoltageDv')],
  ['bms_current', 'int4', ofSample('bmsCurrentDa')],
  ['temp_positive', 'int2', ofSample('gunDcPositiveTemp')],
  ['temp_negative', 'int2', ofSample('gunDcNegativeTemp')],
  ['remaining', 'int4', ofSample('remainingMin')],
  ['amount', 'int8', ({ amountCents }) => amountCents],
  ['first_at', 'int8', ofProgress('firstAtMs')],
  ['last_at', 'int8', ofProgress('lastAtMs')],
  ['heard_at', 'int8', ofProgress('heardMs')],
  ['flow_at', 'int8', ofProgress('flowHeardMs')],
  ['max_energy', 'int8', ofProgress('energyDwh')],
  ['max_meter', 'int8', ofProgress('meterDwh')],
  ['max_soc', 'int2', ofProgress('soc')],
  // A gun shows its newest sample; a late sample is only a point of the curve.
  ['is_newest', 'bool', ({ sample, progress }) => sample.atMs >= progress.lastAtMs],
];

/** Prepared by each connection: parsing and planning it again cost as much as storing fifty samples. */
const STORE_SAMPLES = {
  name: 'store-samples',
  text: `with told as materialized (
    select * from unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) as t (${columns.map(([name]) => name).join(', ')})),
  samples as (
    insert into charging_sample (at, charging_order_id, tenant_id, voltage, current, power, soc, energy, meter, bms_voltage, bms_current, gun_temp, gun_temp_negative)
    select at, order_id, tenant_id, voltage, current, power, soc, energy, meter, bms_voltage, bms_current, temp_positive, temp_negative from told),
  progressed as (
    insert into order_progress as known (charging_order_id, tenant_id, first_at, last_at, heard_at, flow_heard_at, energy, meter, soc)
    select order_id, tenant_id, min(first_at), max(last_at), max(heard_at), max(flow_at), max(max_energy), max(max_meter), max(max_soc)
    from told group by order_id, tenant_id order by order_id
    on conflict (charging_order_id) do update set first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at),
      heard_at = greatest(known.heard_at, excluded.heard_at), flow_heard_at = greatest(known.flow_heard_at, excluded.flow_heard_at),
      energy = greatest(known.energy, excluded.energy), meter = greatest(known.meter, excluded.meter), soc = greatest(known.soc, excluded.soc))
  update gun_live g set reported_at = to_timestamp(n.heard_at / 1000.0), charging_voltage = n.voltage, charging_current = n.current, charging_power = n.power, charging_soc = n.soc,
    charging_elec = n.energy, charging_amount = n.amount, meter = n.meter, bms_voltage = n.bms_voltage, bms_current = n.bms_current,
    gun_dc_positive_temp = coalesce(n.temp_positive, g.gun_dc_positive_temp), gun_dc_negative_temp = coalesce(n.temp_negative, g.gun_dc_negative_temp),
    charging_remaining_min = n.remaining
  from (select distinct on (cp_code, gun_number) * from told where is_newest order by cp_code, gun_number, at desc) n
  where g.cp_code = n.cp_code and g.gun_number = n.gun_number`,
} as const;

/** Numbers in PostgreSQL's form of an array; the driver would check each value for characters to escape. */
const arrayOf = (batch: readonly ProgressSample[], [, type, of]: Column): string | readonly Value[] => {
  const values = batch.map(of);
  return type === 'text' ? values : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
};

// A single statement is a transaction of its own. BEGIN and COMMIT would each wait until the event loop has handled the messages that arrived
// meanwhile.
const storeSamples = async (database: Database, batch: readonly ProgressSample[]): Promise<void> => {
  const values = columns.map((column) => arrayOf(batch, column));
  // Storing a sample twice is harmless: progress is a maximum, and a repeated sample adds no cost.
  await withRetry(() => database.systemPool.query({ ...STORE_SAMPLES, values }), { idempotent: true });
};
