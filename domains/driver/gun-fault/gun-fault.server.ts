import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { driverReportCode, exceptionType, securityCode } from '#engines/alarm/codes.ts';
import { pileOfLabel, subjectOf } from '#domains/device/server.ts';
import { reportExceptionEvent } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { refuseTooMany } from '../call-limits.server.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { pressOnce } from '../press.server.ts';
import { readSite } from '../site/driver-site.server.ts';
import type { DriverSite } from '../site/driver-site.server.ts';
import { gunFaultApi, gunFaultKind } from './gun-fault.ts';

/** Reports from an address in ten minutes. */
const REPORTS_MAX = 10;
const REPORTS_WINDOW_MS = 10 * 60_000;
const ROUTE = 'fault';

type FaultInput = InputOf<typeof gunFaultApi.report>;

export const gunFaultRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(gunFaultApi, {
    report: async (_ctx, input, extras) => {
      const { ip } = extras.client;
      deps.limits.countAddress(ip);
      const actor = `fault:${ip}`;
      const now = deps.clock();
      const site = await inSystem(deps.database, async (tx) => {
        await refuseManyReports(tx, actor, now);
        return reportedSite(tx, deps, input);
      });
      return pressOnce(deps, extras, {
        actor,
        tenantId: site.tenantId,
        route: ROUTE,
        input,
        isAnswer: isReport,
        work: () => inSystem(deps.database, (tx) => storeReport(tx, { site, input, nowMs: now.getTime() })),
      });
    },
  });

const isReport = (stored: unknown): stored is { readonly no: string } => typeof stored === 'object' && stored !== null && 'no' in stored;

const refuseManyReports = async (tx: Tx, actor: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from driver_press
    where actor = ${actor} and press_time > ${new Date(now.getTime() - REPORTS_WINDOW_MS)}`.execute(tx);
  if ((rows[0]?.count ?? 0n) >= BigInt(REPORTS_MAX)) refuseTooMany(REPORTS_WINDOW_MS / 1_000);
};

/** A withdrawn label still names its pile: somebody has found it there. */
const reportedSite = async (tx: Tx, deps: DriverDeps, { label, gun }: FaultInput): Promise<DriverSite> => {
  const labelled = await pileOfLabel(tx, deps.secrets, label);
  const site = labelled && (await readSite(tx, { cpCode: labelled.cpCode, gunNumber: gun, now: deps.clock() }));
  return site ?? throwRefusal(driverRefusals, 'driver.labelInvalid', {}, { status: 404 });
};

interface FaultReport {
  readonly site: DriverSite;
  readonly input: FaultInput;
  readonly nowMs: number;
}

/** The report becomes an exception of the pile, which names its number, the order and the words of the driver. */
const storeReport = async (tx: Tx, { site, input, nowMs }: FaultReport): Promise<{ readonly no: string }> => {
  const { kind, text, orderNo } = input;
  const no = `F${new Date(nowMs).toISOString().slice(2, 19).replace(/\D/g, '')}${randomInt(1_000, 10_000)}`;
  const isFake = kind === gunFaultKind.items.fakeCode.value;
  await reportExceptionEvent(tx, subjectOf(site), {
    event: {
      ...(isFake
        ? { exceptionType: exceptionType.security, exceptionCode: securityCode.fakeCode }
        : { exceptionType: exceptionType.driverReport, exceptionCode: driverReportCode[kind] }),
      gunNumber: site.gunNumber,
      detail: [no, orderNo, text].filter(Boolean).join(' '),
    },
    times: { atMs: nowMs, nowMs },
  });
  return { no };
};
