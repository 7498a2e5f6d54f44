import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** One thing that must be true of the books. `broken` is 0, or `subject` names the first few. */
export interface ProofLine {
  readonly invariant: string;
  /** What it says, in the viewer's language. */
  readonly says: string;
  readonly checked: number;
  readonly broken: number;
  readonly subject: string | null;
}

/** The accounts of one purpose and currency together; `money` is a decimal text, on the side where such accounts grow. */
export interface TrialLine {
  readonly currency: string;
  readonly group: string;
  readonly groupText: string;
  readonly side: 'debit' | 'credit';
  readonly money: string;
}

/** A proof that the clock has run: of the whole books, or of what was booked since the one before. */
export interface ClockProof {
  readonly provedTime: string;
  readonly tookMs: number;
  readonly isProven: boolean;
  readonly checked: number;
  readonly lines: readonly ProofLine[];
}

export interface ProofAnswer {
  /** ISO instant of the snapshot. */
  readonly provedTime: string;
  readonly tookMs: number;
  readonly isProven: boolean;
  readonly lines: readonly ProofLine[];
  /** Debits and credits of a currency add up to the same. */
  /** The newest ones, for those who see all books; null: none has run yet. */
  readonly byClock?: { readonly whole: ClockProof | null; readonly check: ClockProof | null };
  readonly trialBalance: readonly TrialLine[];
}

export const proofApi = {
  /** Recomputes the viewer's books from their postings and compares them with the records people see. One at a time. */
  proof: endpoint({ method: 'GET', path: '/money/proof', allow: 'money:proof', input: {}, output: opaque<ProofAnswer>() }),
};
