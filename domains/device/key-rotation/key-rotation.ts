import { pile, pileCode } from '#domains/network/resources.ts';
import { count, text } from '#kit/fields/field.ts';
import { endpoint, opaque, rowOf } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { Words } from '#kit/fields/words.ts';
import { operationRefusals } from '../operation/operation.labels.ts';

export const GRACE_MINUTES_MAX = 10_080;
export const GRACE_MINUTES_DEFAULT = 60;

/** A new key that a pile has not logged in with yet. */
export interface KeyRotation {
  /** Whether the pile has accepted the new key. */
  readonly isAccepted: boolean;
  /** Until then the present key is right as well. */
  readonly acceptedUntil: string;
}

export const keyRotationApi = {
  /** The rotation that is under way; null when there is none. */
  keyRotation: endpoint({
    method: 'GET',
    path: `${pile.path}/keyRotation`,
    allow: 'pile:secret',
    input: { cpCode: pileCode },
    output: opaque<KeyRotation | null>(),
  }),
  /**
   * Gives an OCPP pile that is online another AuthorizationKey, which nobody sees. Both keys are right until the pile has logged in with the new one,
   * and for at most `graceMinutes` once it has accepted it.
   */
  rotateKey: endpoint({
    method: 'POST',
    path: `${pile.path}/rotateKey`,
    proof: 'keys',
    allow: 'pile:secret',
    idempotent: true,
    input: { cpCode: pileCode, graceMinutes: count({ min: 5, max: GRACE_MINUTES_MAX, unit: 'min' }) },
    output: rowOf({ commandId: text({ max: 16 }) }),
  }),
};

export const keyRotationRefusals = {
  ...operationRefusals,
  'keyRotation.underWay': [
    '新密钥已下发，电桩尚未用其登录，请稍后再试',
    '新金鑰已下發，電樁尚未用其登入，請稍後再試',
    'A new key is under way, and the pile has not logged in with it yet. Try again later',
  ],
} as const satisfies RefusalTable;

export const keyRotationWords = {
  rotate: ['轮换密钥', '輪換金鑰', 'Rotate the key'],
  state: ['查看密钥轮换', '檢視金鑰輪換', 'see the rotation of the key'],
  graceMinutes: ['宽限时间（分钟）', '寬限時間（分鐘）', 'Grace time (minutes)'],
  hint: [
    '为电桩生成并下发新的AuthorizationKey，任何人都看不到。电桩用新密钥登录之前，新旧密钥都有效；接受后超过宽限时间，旧密钥失效。',
    '為電樁產生並下發新的AuthorizationKey，任何人都看不到。電樁用新金鑰登入之前，新舊金鑰都有效；接受後超過寬限時間，舊金鑰失效。',
    'Makes another AuthorizationKey and sends it to the pile; nobody sees it. Both keys are right until the pile logs in with the new one. Once the pile has accepted it, the old one is right for the grace time only.',
  ],
  waiting: ['新密钥已下发，等待电桩应答', '新金鑰已下發，等待電樁回應', 'The new key was sent; the pile has not answered yet'],
  accepted: ['电桩已接受新密钥，旧密钥有效至', '電樁已接受新金鑰，舊金鑰有效至', 'The pile has accepted the new key; the old one is right until'],
} as const satisfies Readonly<Record<string, Words>>;
