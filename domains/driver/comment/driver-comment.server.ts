import { sql } from 'kysely';
import { settledOrderStates } from '#engines/order/codes.ts';
import { commentStatus } from '#engines/marketing/comment.ts';
import type { CommentStatus } from '#engines/marketing/comment.ts';
import { chargeMinSeconds, commentOfOrder, commentsOfStation, leaveComment, reportComment } from '#domains/marketing/server.ts';
import type { ShownComment } from '#domains/marketing/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { orderOfVisit } from '../driver-order/driver-order-row.server.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { phoneUserOf } from '../phone-session/phone-token.server.ts';
import { pressOnce } from '../press.server.ts';
import { readSite, siteOfLabel } from '../site/driver-site.server.ts';
import { digestOf, requireVisit } from '../visit/visit-token.server.ts';
import type { KnownVisit } from '../visit/visit-token.server.ts';
import { driverCommentApi } from './driver-comment.ts';
import type { DriverComment, DriverCommentView, DriverOwnComment } from './driver-comment.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
/** A comment may be written so long after the charge. */
const WRITTEN_WITHIN_MS = 30 * DAY_MS;
const SECOND_MS = 1_000;
/** The comments that a page of a gun shows. */
const SHOWN = 5;

export const driverCommentRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(driverCommentApi, {
    own: async (_ctx, { orderNo }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: false });
      return inSystem(deps.database, async (tx) => viewOf(tx, { deps, tenantId: visit.tenantId }, await chargeOf(tx, visit, orderNo)));
    },
    write: async (_ctx, { orderNo, stars, tags, text }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: true });
      return pressOnce(deps, extras, {
        actor: `visit:${visit.visitId}`,
        tenantId: visit.tenantId,
        route: 'comment',
        input: [orderNo, stars, tags, text],
        isAnswer: isView,
        work: () => inSystem(deps.database, (tx) => write(tx, deps, { visit, orderNo, stars, tags: tags ?? [], text: text ?? '' })),
      });
    },
    ofStation: (_ctx, { label, gun }, { client }) => {
      deps.limits.countAddress(client.ip);
      return inSystem(deps.database, async (tx) => {
        const site = await siteOfLabel(tx, deps.secrets, { label, gun, now: deps.clock() });
        const { tenths, count, comments } = await commentsOfStation(tx, { ...idsOf(site), limit: SHOWN });
        return { stars: tenths === null ? null : tenths / 10, count, comments: comments.map(plainOf) };
      });
    },
    report: async (_ctx, { commentId }, extras) => {
      const visit = await requireVisit(deps, extras, { isPress: true });
      const reporter = await reporterOf(deps, visit, extras);
      return pressOnce(deps, extras, {
        actor: `visit:${visit.visitId}`,
        tenantId: visit.tenantId,
        route: 'commentReport',
        input: commentId,
        isAnswer: isReported,
        work: () => inSystem(deps.database, (tx) => report(tx, deps, { visit, commentId, reporter })),
      });
    },
  });

const idsOf = ({ tenantId, stationId }: { readonly tenantId: string; readonly stationId: string }) => ({ tenantId, stationId });
const isView = (stored: unknown): stored is DriverCommentView => typeof stored === 'object' && stored !== null && 'mayWrite' in stored;
const isReported = (stored: unknown): stored is { readonly commentId: string } =>
  typeof stored === 'object' && stored !== null && 'commentId' in stored;

/** The charge of an order, as a comment needs it; undefined while nothing is settled. */
interface SettledCharge {
  readonly chargingOrderId: string;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly chargingOrderNo: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly custId: bigint | null;
  readonly startTime: Date;
  readonly stopTime: Date;
  readonly energyDwh: bigint;
}

const chargeOf = async (tx: Tx, { visitId }: KnownVisit, orderNo: string): Promise<SettledCharge | undefined> => {
  const { driverOrderId } = await orderOfVisit(tx, visitId, orderNo);
  const { rows } = await sql<{
    chargingOrderId: bigint;
    agentId: bigint;
    stationId: bigint;
    chargingOrderNo: string;
    cpCode: string;
    gunNumber: number;
    custId: bigint | null;
    startTime: Date | null;
    stopTime: Date | null;
    energyDwh: bigint;
  }>`select c.charging_order_id, c.agent_id, c.station_id, c.charging_order_no, c.cp_code, c.gun_number, o.cust_id, c.start_time, c.stop_time, c.charging_elec as energy_dwh
    from driver_order o left join prepaid_order p on p.pre_pay_order_id = o.pre_pay_order_id
      join charging_order c on c.charging_order_id = coalesce(o.charging_order_id, p.charging_order_id)
    where o.driver_order_id = ${driverOrderId} and c.order_state in (${literals(settledOrderStates)})`.execute(tx);
  const [row] = rows;
  if (!row?.startTime || !row.stopTime) return undefined;
  const { startTime, stopTime } = row;
  return { ...row, chargingOrderId: String(row.chargingOrderId), startTime, stopTime };
};

const mayWrite = async (tx: Tx, { deps, tenantId }: Reading, charge: SettledCharge | undefined): Promise<boolean> => {
  if (!charge) return false;
  const now = deps.clock();
  const leastS = await settingOf({ db: tx, now, registry: deps.database }, chargeMinSeconds, tenantId);
  return (
    charge.stopTime.getTime() - charge.startTime.getTime() >= leastS * SECOND_MS && now.getTime() - charge.stopTime.getTime() <= WRITTEN_WITHIN_MS
  );
};

interface Reading {
  readonly deps: DriverDeps;
  readonly tenantId: string;
}

const viewOf = async (tx: Tx, reading: Reading, charge: SettledCharge | undefined): Promise<DriverCommentView> => {
  const comment = charge ? await commentOfOrder(tx, charge.chargingOrderId) : null;
  return { comment: comment && ownOf(comment), mayWrite: await mayWrite(tx, reading, charge) };
};

const states: Readonly<Record<CommentStatus, DriverOwnComment['state']>> = {
  [commentStatus.pending]: 'waiting',
  [commentStatus.published]: 'published',
  [commentStatus.rejected]: 'rejected',
  [commentStatus.hidden]: 'hidden',
};

const plainOf = ({ commentId, score, tagCodes, content, reply, at }: ShownComment): DriverComment => ({
  commentId,
  stars: score,
  tags: tagCodes,
  text: content,
  reply,
  at: at.toISOString(),
});
const ownOf = (comment: ShownComment): DriverOwnComment => ({ ...plainOf(comment), state: states[comment.status], reason: comment.reason });

interface WrittenComment {
  readonly visit: KnownVisit;
  readonly orderNo: string;
  readonly stars: number;
  readonly tags: readonly string[];
  readonly text: string;
}

const write = async (tx: Tx, deps: DriverDeps, { visit, orderNo, stars, tags, text }: WrittenComment): Promise<DriverCommentView> => {
  const now = deps.clock();
  const { role } = await orderOfVisit(tx, visit.visitId, orderNo);
  if (role !== 'control') throwRefusal(driverRefusals, 'driver.viewOnly', {}, { status: 403 });
  const charge = await chargeOf(tx, visit, orderNo);
  const reading = { deps, tenantId: visit.tenantId };
  if (!charge || !(await mayWrite(tx, reading, charge))) return throwRefusal(driverRefusals, 'driver.noComment', {}, { status: 409 });
  const custId = charge.custId === null ? null : String(charge.custId);
  const said = {
    tenantId: visit.tenantId,
    agentId: String(charge.agentId),
    stationId: String(charge.stationId),
    chargingOrderId: charge.chargingOrderId,
    chargingOrderNo: charge.chargingOrderNo,
    cpCode: charge.cpCode,
    gunNumber: charge.gunNumber,
    chargeTime: charge.startTime,
    chargeMinutes: Math.floor((charge.stopTime.getTime() - charge.startTime.getTime()) / MINUTE_MS),
    energyDwh: charge.energyDwh,
    custId,
    authorOrders: custId === null ? 0 : await settledOrdersOf(tx, visit.tenantId, custId),
    score: stars,
    tagCodes: [...new Set(tags)],
    content: text,
  };
  await leaveComment(tx, said, { now, registry: deps.database });
  return viewOf(tx, reading, charge);
};

const ORDERS_COUNTED = 3;

/** How many orders of an account are settled; counted up to three. */
const settledOrdersOf = async (tx: Tx, tenantId: string, custId: string): Promise<number> => {
  const { rows } = await sql<{ orders: number }>`select count(*)::int4 as orders from (select from charging_order
    where tenant_id = ${tenantId} and cust_id = ${custId} and order_state in (${literals(settledOrderStates)}) limit ${sql.lit(ORDERS_COUNTED)}) o`.execute(
    tx,
  );
  return rows[0]?.orders ?? 0;
};

/** A driver who has signed in is one person; others count by their network. */
const reporterOf = async (deps: DriverDeps, visit: KnownVisit, extras: Extras): Promise<string> => {
  const user = await phoneUserOf(deps, extras, { isPress: true });
  return digestOf(user?.tenantId === visit.tenantId ? `customer ${user.custId}` : `network ${visit.tenantId} ${clientNetwork(extras.client.ip)}`);
};

interface Report {
  readonly visit: KnownVisit;
  readonly commentId: string;
  readonly reporter: string;
}

/** A comment can be reported at the station that was scanned. */
const report = async (tx: Tx, deps: DriverDeps, { visit, commentId, reporter }: Report): Promise<{ readonly commentId: string }> => {
  const now = deps.clock();
  const site = await readSite(tx, { cpCode: visit.cpCode, gunNumber: visit.gunNumber, now });
  const isThere = site !== undefined && (await reportComment(tx, { commentId, stationId: site.stationId, reporterDigest: reporter, now }));
  return isThere ? { commentId } : throwRefusal(driverRefusals, 'driver.commentUnknown', {}, { status: 404 });
};
