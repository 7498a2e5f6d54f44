import type { NativeVersion } from './codes.ts';

/** The login of a pile, of any protocol, after the gateway has verified its secret. */
export interface LoginAttempt {
  readonly cpCode: string;
  readonly protocol: 'native' | 'ocpp16';
  readonly remoteAddress: string;
  /** Whether the connection is encrypted below the protocol, up to the gateway or to a trusted proxy in front of it. */
  readonly overTls: boolean;
  /** The variant of the native protocol; absent for others. */
  readonly nativeVersion?: NativeVersion;
  /** Absent when the protocol does not give it (OCPP). */
  readonly cpType?: number;
  readonly gunCount?: number;
  readonly mainHw?: string;
  readonly mainSw?: string;
  /** Absent where the login proves only knowledge of a secret (OCPP), or proves nothing (native piles without a secret). */
  readonly proof?: LoginProof;
  /** OCPP: the secret was the one that takes the place of the present one. */
  readonly usesNextSecret?: boolean;
  readonly atMs: number;
}

/** Identifies one login of a native pile; a second login with the same proof is a replay. */
export interface LoginProof {
  readonly hex: string;
  /** After this instant the login is refused for its date anyway. */
  readonly goodUntilMs: number;
}
