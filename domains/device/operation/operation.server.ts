import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import type { CommandDraft } from '../command/enqueue.server.ts';
import { pileFacts } from '../parameter/parameter.server.ts';
import { restartMode } from '../protocol.codes.ts';
import { operationRefusals } from './operation.labels.ts';
import { yesNo } from '#domains/system/resources.ts';
import { checkKey, mayOperate, recallOf, triggerOf } from './operation.rules.ts';
import type { OperationName } from './operation.rules.ts';
import { operationApi } from './operation.ts';

/** An operation that reaches the pile later than this is not what the operator meant. */
const OPERATION_WAIT_MS = 60_000;

export const operationRoutes = implement(operationApi, {
  restart: (ctx, { cpCode, mode }) => operate(ctx, { cpCode, operation: 'restart' }, { cmd: 'restart', hard: mode === restartMode.items.hard.value }),
  unlockGun: (ctx, { cpCode, gunNumber }) => operate(ctx, { cpCode, operation: 'unlockGun', gunNumber }, { cmd: 'unlock', gunNumber }),
  clearCache: (ctx, { cpCode }) => operate(ctx, { cpCode, operation: 'clearCache' }, { cmd: 'clearCache' }),
  triggerMessage: (ctx, { cpCode, message, extended, gunNumber }) => {
    const verdict = triggerOf(message, extended === yesNo.items.yes.value);
    if (!verdict.ok) return throwRefusal(operationRefusals, verdict.refusal);
    return operate(ctx, { cpCode, operation: 'triggerMessage', gunNumber }, { ...verdict.next, gunNumber: gunNumber ?? 0 });
  },
  readKey: (ctx, { cpCode, key }) => {
    refuseSecrets(key);
    return operate(ctx, { cpCode, operation: 'readKey' }, { cmd: 'readKey', key });
  },
  setKey: (ctx, { cpCode, key, value }) => {
    refuseSecrets(key);
    return operate(ctx, { cpCode, operation: 'setKey' }, { cmd: 'setKey', key, value });
  },
  transferData: (ctx, { cpCode, vendorId, messageId, data }) => {
    const content = { ...(messageId != null && { messageId }), ...(data != null && { data }) };
    return operate(ctx, { cpCode, operation: 'transferData' }, { cmd: 'transferData', vendorId, ...content });
  },
  recallOrders: (ctx, { cpCode, chargingOrderNo = null, recallFrom = null, recallTo = null, confirmed }) => {
    const verdict = recallOf({ chargingOrderNo, recallFrom, recallTo, confirmed: confirmed === yesNo.items.yes.value }, ctx.now);
    if (!verdict.ok) return throwRefusal(operationRefusals, verdict.refusal, verdict.args);
    return operate(ctx, { cpCode, operation: 'recallOrders' }, { cmd: 'recallOrder', ...verdict.next });
  },
  queryStatus: (ctx, { cpCode }) => operate(ctx, { cpCode, operation: 'queryStatus' }, { cmd: 'queryStatus', gunNumber: 0 }),
});

const refuseSecrets = (key: string): void => {
  const verdict = checkKey(key);
  if (!verdict.ok) throwRefusal(operationRefusals, verdict.refusal);
};

export interface OperationTarget {
  readonly cpCode: string;
  readonly operation: OperationName;
  readonly gunNumber?: number | null | undefined;
}

/** Writes the command of an operation, unless the pile cannot be operated now. */
export const operate = async (
  ctx: Context,
  { cpCode, operation, gunNumber }: OperationTarget,
  command: CommandDraft,
): Promise<{ commandId: string }> => {
  const verdict = mayOperate(operation, await pileFacts(ctx, cpCode), gunNumber ?? undefined);
  if (!verdict.ok) return throwRefusal(operationRefusals, verdict.refusal, verdict.args);
  const waitsUntil = new Date(ctx.now.getTime() + OPERATION_WAIT_MS);
  return { commandId: await enqueueCommand(ctx.db, { cpCode, command, requestedBy: ctx.viewer.username, because: 'operator', waitsUntil }) };
};
