import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** An invariant of the ledger. `broken` is the number of violations, and `subject` names the first few. */
export interface ProofLine {
  readonly invariant: string;
  /** The text of the invariant, in the viewer's language. */
  readonly says: string;
  readonly checked: number;
  readonly broken: number;
  readonly subject: string | null;
}

/**
 * The total of all accounts with the same purpose and currency. `money` is a decimal text, positive on the side on which such accounts increase.
 */
export interface TrialLine {
  readonly currency: string;
  readonly group: string;
  readonly groupText: string;
  readonly side: 'debit' | 'credit';
  readonly money: string;
}

/** A scheduled proof: of the whole ledger, or of the bookings since the previous one. */
export interface ClockProof {
  readonly provedTime: string;
  readonly tookMs: number;
  readonly isProven: boolean;
  readonly checked: number;
  readonly lines: readonly ProofLine[];
}

export interface ProofAnswer {
  /** The ISO instant of the snapshot. */
  readonly provedTime: string;
  readonly tookMs: number;
  readonly isProven: boolean;
  readonly lines: readonly ProofLine[];
  /** For each currency, debits and credits have the same sum. */
  /** The latest ones, for viewers of the whole ledger; null when none has run yet. */
  readonly byClock?: { readonly whole: ClockProof | null; readonly check: ClockProof | null };
  readonly trialBalance: readonly TrialLine[];
}

export const proofApi = {
  /** Recomputes the viewer's ledger from its postings and compares it with the records. One proof runs at a time. */
  proof: endpoint({ method: 'GET', path: '/money/proof', allow: 'money:proof', input: {}, output: opaque<ProofAnswer>() }),
};
