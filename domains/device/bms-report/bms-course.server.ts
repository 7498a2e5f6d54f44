import { sql } from 'kysely';
import { nativeVersion } from '#engines/protocol/codes.ts';
import { pileProtocol, pileType } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { BMS_CURVE_POINTS } from './bms-report.ts';
import type { BmsCourse, BmsCurve, BmsSource, BmsStageReport, BmsValues } from './bms-report.ts';

/** A charge and the time within which its reports arrived; the time limits the query to the day tables that it needs. */
export interface BmsQuery {
  readonly cpCode: string;
  readonly chargingOrderNo: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Reports this long before the start and after the end belong to the charge: the handshake comes before it, and the end after it. */
const MARGIN_MS = 10 * 60_000;

/**
 * The reports of one charge. The caller has checked that the viewer may see the charge. A report of another pile that names its order is left out.
 */
export const readBmsCourse = async (tx: Tx, query: BmsQuery): Promise<BmsCourse> => ({
  source: await sourceOf(tx, query.cpCode),
  stages: await lastReports(tx, query),
  curve: await curveOf(tx, query),
});

const sourceOf = async (tx: Tx, cpCode: string): Promise<BmsSource> => {
  const { rows } = await sql<{ protocol: number; cpType: number; nativeVersion: number | null }>`select p.protocol, p.cp_type, s.native_version
    from pile p join pile_state s on s.cp_code = p.cp_code where p.cp_code = ${cpCode}`.execute(tx);
  const [pile] = rows;
  if (pile?.protocol === pileProtocol.items.ocpp16.value) return 'ocpp';
  if (pile && pile.cpType !== pileType.items.dc.value) return 'ac';
  return pile?.nativeVersion === nativeVersion.records ? 'status' : 'reports';
};

const lastReports = async (tx: Tx, charge: BmsQuery): Promise<BmsCourse['stages']> => {
  const [from, to] = boundsOf(charge);
  const { rows } = await sql<{ stage: string; at: Date; content: BmsValues }>`select distinct on (stage) stage, at, content from bms_report
    where charging_order_no = ${charge.chargingOrderNo} and cp_code = ${charge.cpCode} and at between ${from} and ${to} order by stage, at desc`.execute(
    tx,
  );
  const last = (stage: string): BmsStageReport | null => {
    const row = rows.find((each) => each.stage === stage);
    return row ? { at: row.at.toISOString(), values: row.content } : null;
  };
  return { handshake: last('handshake'), parameter: last('parameter'), charging: last('charging'), end: last('end') };
};

interface Point {
  at: Date;
  demandVoltage: number | null;
  demandCurrent: number | null;
  measuredVoltage: number | null;
  measuredCurrent: number | null;
  cellMaxVoltage: number | null;
  maxTemp: number | null;
  minTemp: number | null;
}

/** Every n-th report, so that there are at most `BMS_CURVE_POINTS`, and always the last. */
const curveOf = async (tx: Tx, charge: BmsQuery): Promise<BmsCurve> => {
  const [from, to] = boundsOf(charge);
  const { rows } =
    await sql<Point>`select at, (content ->> 'demandVoltage')::float8 as demand_voltage, (content ->> 'demandCurrent')::float8 as demand_current,
      (content ->> 'measuredVoltage')::float8 as measured_voltage, (content ->> 'measuredCurrent')::float8 as measured_current,
      (content ->> 'cellMaxVoltage')::float8 as cell_max_voltage, (content ->> 'maxTemp')::float8 as max_temp, (content ->> 'minTemp')::float8 as min_temp
    from (select at, content, row_number() over (order by at) as place, (count(*) over ())::int4 as total from bms_report
      where charging_order_no = ${charge.chargingOrderNo} and cp_code = ${charge.cpCode} and stage = 'charging' and at between ${from} and ${to}) as s
    where place = total or (place - 1) % greatest(1, ceil(total / ${BMS_CURVE_POINTS - 1}::numeric)::int4) = 0 order by at`.execute(tx);
  const line = (pick: (point: Point) => number | null): readonly (number | null)[] => rows.map(pick);
  return {
    at: rows.map(({ at }) => at.getTime()),
    demandVoltage: line((point) => point.demandVoltage),
    demandCurrent: line((point) => point.demandCurrent),
    measuredVoltage: line((point) => point.measuredVoltage),
    measuredCurrent: line((point) => point.measuredCurrent),
    cellMaxVoltage: line((point) => point.cellMaxVoltage),
    maxTemp: line((point) => point.maxTemp),
    minTemp: line((point) => point.minTemp),
  };
};

const boundsOf = ({ fromMs, toMs }: BmsQuery): readonly [Date, Date] => [new Date(fromMs - MARGIN_MS), new Date(toMs + MARGIN_MS)];
