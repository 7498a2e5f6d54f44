import { implement } from '#kit/server/context/route.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { enqueueCommand, newCommandId } from '../command/enqueue.server.ts';
import { mayOperate } from '../operation/operation.rules.ts';
import { pileFacts } from '../parameter/parameter.server.ts';
import { mayRotate } from './key-rotation.rules.ts';
import { keyRotationApi, keyRotationRefusals } from './key-rotation.ts';
import { beginRotation, rotationOf } from './rotate-key.server.ts';

const MINUTE_MS = 60_000;
/** A key that reaches the pile later than this is not what the operator meant. */
const SEND_WAIT_MS = 60_000;

export const keyRotationRoutes = implement(keyRotationApi, {
  keyRotation: async (ctx, { cpCode }) => {
    await pileFacts(ctx, cpCode);
    const present = await rotationOf(ctx.db, cpCode);
    return present ? { isAccepted: present.isAccepted, acceptedUntil: present.acceptedUntil.toISOString() } : null;
  },
  rotateKey: async (ctx, { cpCode, graceMinutes }) => {
    const verdict = mayOperate('rotateKey', await pileFacts(ctx, cpCode));
    if (!verdict.ok) return throwRefusal(keyRotationRefusals, verdict.refusal, verdict.args);
    if (!mayRotate(await rotationOf(ctx.db, cpCode), ctx.now)) return throwRefusal(keyRotationRefusals, 'keyRotation.underWay');
    const commandId = newCommandId();
    const nowMs = ctx.now.getTime();
    await beginRotation(ctx.db, { cpCode, commandId, acceptedUntil: new Date(nowMs + graceMinutes * MINUTE_MS) });
    const request = { cpCode, requestedBy: ctx.viewer.username, because: 'operator', waitsUntil: new Date(nowMs + SEND_WAIT_MS) };
    await enqueueCommand(ctx.db, { ...request, commandId, command: { cmd: 'setAuthorizationKey' } });
    return { commandId };
  },
});
