import { pileCode } from '#domains/network/resources.ts';
import { choice, count, text } from '#kit/fields/field.ts';
import { endpoint, rowOf } from '#kit/resource/endpoint.ts';
import { restartMode } from '../protocol.codes.ts';

const sentCommand = rowOf({ commandId: text({ max: 16 }) });

/** Operations on a pile that is online. Each answer names the command; the end of the command tells the result. */
export const operationApi = {
  /** A soft restart lets charges end properly; a hard one cuts them off. */
  restart: endpoint({
    method: 'POST',
    path: '/device/sseCommand/restart',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, mode: choice(restartMode) },
    output: sentCommand,
  }),
  /** Releases the plug of a gun (OCPP UnlockConnector). A charge on the gun ends. */
  unlockGun: endpoint({
    method: 'POST',
    path: '/device/sseCommand/unlockGun',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode, gunNumber: count({ min: 1, max: 4 }) },
    output: sentCommand,
  }),
  /** Makes a pile forget the cards that it has cached (OCPP ClearCache). */
  clearCache: endpoint({
    method: 'POST',
    path: '/device/sseCommand/clearCache',
    proof: 'remote',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode },
    output: sentCommand,
  }),
  /** Requests the present state of a pile and its guns. */
  queryStatus: endpoint({
    method: 'POST',
    path: '/device/sseCommand/queryStatus',
    allow: 'deviceCommand:operate',
    idempotent: true,
    input: { cpCode: pileCode },
    output: sentCommand,
  }),
};
