import { sql } from 'kysely';
import { pileProtocol } from '#domains/network/resources.ts';
import type { FileDeps } from '#domains/system/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { operationRefusals } from '../operation/operation.labels.ts';
import { pileFacts } from '../parameter/parameter.server.ts';
import { logKind } from './pile-log.codes.ts';
import { pileLogRefusals } from './pile-log.labels.ts';
import { checkSpan } from './pile-log.rules.ts';
import { pileLog, pileLogApi } from './pile-log.ts';

const { list, queryById, exportXls } = crudHandlers(pileLog);
/** A request that reaches the pile later than this is not what the operator meant. */
const REQUEST_WAIT_MS = 60_000;

export const pileLogRoutes = ({ database, clock, stores }: FileDeps): readonly Route[] =>
  implement(pileLogApi, {
    list,
    queryById,
    exportXls,
    getDeviceLog: async (ctx, { cpCode, logKind: kind, logFrom, logTo }) => {
      const { name, protocol, disused, online } = await pileFacts(ctx, cpCode);
      const span = checkSpan(logFrom, logTo, ctx.now);
      if (!span.ok) throwRefusal(pileLogRefusals, span.refusal, span.args);
      if (disused) throwRefusal(deviceRefusals, 'device.disused', { name });
      if (!online) throwRefusal(operationRefusals, 'operation.offline');
      const isSecurity = kind === logKind.items.security.value;
      if (isSecurity && protocol !== pileProtocol.items.ocpp16.value) throwRefusal(pileLogRefusals, 'pileLog.ocppOnly');
      const { rows } = await sql<{
        id: bigint;
      }>`insert into pile_log (tenant_id, agent_id, station_id, cp_code, log_kind, log_from, log_to, create_by, create_time)
        select tenant_id, agent_id, station_id, cp_code, ${kind}, ${logFrom}, ${logTo}, ${ctx.viewer.username}, ${ctx.now} from pile where cp_code = ${cpCode}
        on conflict do nothing returning pile_log_id as id`.execute(ctx.db);
      const [added] = rows;
      if (!added) return throwRefusal(pileLogRefusals, 'pileLog.open', { name });
      const pileLogId = String(added.id);
      await enqueueCommand(ctx.db, {
        cpCode,
        command: { cmd: 'fetchLog', pileLogId, isSecurity, fromMs: logFrom.getTime(), toMs: logTo.getTime(), url: '' },
        requestedBy: ctx.viewer.username,
        because: 'operator',
        waitsUntil: new Date(ctx.now.getTime() + REQUEST_WAIT_MS),
      });
      return ctx.rows(pileLog).get(pileLogId);
    },
    // The file is streamed after the transaction has ended.
    download: async (ctx, { pileLogId }) => {
      const stored = await withContext({ database, clock, registry: ctx.registry }, ctx.viewer, async (innerCtx) => {
        const row = await innerCtx.rows(pileLog).get(pileLogId);
        const { rows } = await sql<{
          filePath: string | null;
          store: string | null;
        }>`select file_path, store from pile_log where pile_log_id = ${pileLogId}`.execute(innerCtx.db);
        return { row, ...rows[0] };
      });
      const { row, filePath, store } = stored;
      const body = filePath ? await stores.all.find(({ name }) => name === store)?.read(filePath) : undefined;
      if (!body) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      const name = row.fileName ?? `${row.cpCode}.log`;
      return { name, contentType: 'application/octet-stream', body, ...(row.sizeBytes !== null && { sizeBytes: row.sizeBytes }) };
    },
  });
