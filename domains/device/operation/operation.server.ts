import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import type { CommandDraft } from '../command/enqueue.server.ts';
import { pileFacts } from '../parameter/parameter.server.ts';
import { restartMode } from '../protocol.codes.ts';
import { operationRefusals } from './operation.labels.ts';
import { mayOperate } from './operation.rules.ts';
import type { OperationName } from './operation.rules.ts';
import { operationApi } from './operation.ts';

/** An operation that reaches the pile later than this is not what the operator meant. */
const OPERATION_WAIT_MS = 60_000;

export const operationRoutes = implement(operationApi, {
  restart: (ctx, { cpCode, mode }) => operate(ctx, { cpCode, operation: 'restart' }, { cmd: 'restart', hard: mode === restartMode.items.hard.value }),
  unlockGun: (ctx, { cpCode, gunNumber }) => operate(ctx, { cpCode, operation: 'unlockGun', gunNumber }, { cmd: 'unlock', gunNumber }),
  clearCache: (ctx, { cpCode }) => operate(ctx, { cpCode, operation: 'clearCache' }, { cmd: 'clearCache' }),
  queryStatus: (ctx, { cpCode }) => operate(ctx, { cpCode, operation: 'queryStatus' }, { cmd: 'queryStatus', gunNumber: 0 }),
});

interface OperationTarget {
  readonly cpCode: string;
  readonly operation: OperationName;
  readonly gunNumber?: number;
}

const operate = async (ctx: Context, { cpCode, operation, gunNumber }: OperationTarget, command: CommandDraft): Promise<{ commandId: string }> => {
  const verdict = mayOperate(operation, await pileFacts(ctx, cpCode), gunNumber);
  if (!verdict.ok) return throwRefusal(operationRefusals, verdict.refusal, verdict.args);
  const waitsUntil = new Date(ctx.now.getTime() + OPERATION_WAIT_MS);
  return { commandId: await enqueueCommand(ctx.db, { cpCode, command, requestedBy: ctx.viewer.username, because: 'operator', waitsUntil }) };
};
