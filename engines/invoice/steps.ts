import type { CallOutcome } from '../payment/payment.ts';
import { invoiceRegime, invoiceState, redDash, redStage, sellerState } from './codes.ts';
import type { InvoiceRegime, InvoiceState, RedDash, RedStage, SellerState } from './codes.ts';
import { SELLER_OFFLINE } from './service.ts';
import type { IssueView, RedView } from './service.ts';

/**
 * The life of an invoice. A callback of the service appears nowhere here: it only says that it is time to ask, and what the service answers to a question
 * is the only thing that changes a state. Every call is made with numbers that are stored before, so a repetition does nothing twice.
 */

/** Where an invoice stands. */
export interface InvoiceStanding {
  readonly regime: InvoiceRegime;
  readonly state: InvoiceState;
  readonly redDash: RedDash;
  readonly redStage: RedStage;
  readonly hasFile: boolean;
  readonly hasRedFile: boolean;
}

/** `issue` and `issueRed` are done by us, for a seller without an invoice service. */
export type InvoiceStep = 'apply' | 'query' | 'files' | 'applyRed' | 'queryRed' | 'redFiles' | 'issue' | 'issueRed' | 'none';

/** What has to be done next about an invoice. */
export const invoiceStepOf = ({ regime, state, redDash: red, redStage: stage, hasFile, hasRedFile }: InvoiceStanding): InvoiceStep => {
  const isOwn = regime === invoiceRegime.europe;
  if (state === invoiceState.draft) return isOwn ? 'issue' : 'apply';
  if (state === invoiceState.submitted || state === invoiceState.issuing) return 'query';
  if (state !== invoiceState.issued) return 'none';
  if (!hasFile) return 'files';
  if (red === redDash.running && stage === redStage.agreed) return isOwn ? 'issueRed' : 'applyRed';
  if (red === redDash.running && (stage === redStage.sent || stage === redStage.awaitsBuyer)) return 'queryRed';
  return red === redDash.proceeded && !hasRedFile ? 'redFiles' : 'none';
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** The distance of questions, by how often was asked; the tax office needs seconds, or hours. */
const ASK_AGAIN_MS = [2, 5, 10, 20, 40, 60, 120, 300, 600, 1_800].map((seconds) => seconds * SECOND_MS);
/** Somebody has to sign in at the tax office first. */
const OFFLINE_MS = 5 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When the next question is due after so many. */
export const askAgainMs = (tries: number): number => ASK_AGAIN_MS[Math.min(tries, ASK_AGAIN_MS.length - 1)] ?? HOUR_MS;

/** What an answer makes of an invoice. `inMs`: when the next step is due; null: a person has to decide. */
export interface IssueMove {
  readonly state: InvoiceState;
  readonly inMs: number | null;
  /** What the service said, for people. */
  readonly result: string;
  readonly invoiceNo: string | null;
  readonly issuedAt: Date | null;
  /** What the answer says of the seller; null: nothing. */
  readonly seller: SellerState | null;
}

interface OpenInvoice {
  readonly state: InvoiceState;
  readonly totalCents: bigint;
  /** The calls since the last change of its state. */
  readonly tries: number;
}

/** After the request, or the question, about a blue invoice; undefined: the service knows nothing of it, and it is applied for with the same number. */
export const afterIssueAnswer = ({ state, totalCents, tries }: OpenInvoice, outcome: CallOutcome<IssueView | undefined>): IssueMove => {
  const stay = { state, inMs: askAgainMs(tries), result: '', invoiceNo: null, issuedAt: null, seller: null };
  if (outcome.kind === 'unknown') return { ...stay, result: outcome.code };
  if (outcome.kind === 'refused')
    return outcome.code === SELLER_OFFLINE
      ? { ...stay, inMs: OFFLINE_MS, result: outcome.message, seller: sellerState.offline }
      : { ...stay, state: invoiceState.failed, inMs: null, result: outcome.message || outcome.code, seller: sellerState.online };
  const view = outcome.value;
  if (!view) return { ...stay, state: invoiceState.draft, inMs: SECOND_MS };
  const answered = { ...stay, seller: sellerState.online };
  switch (view.status) {
    case 'accepted':
      return { ...answered, state: state === invoiceState.draft ? invoiceState.submitted : state };
    case 'working':
      return { ...answered, state: invoiceState.issuing };
    case 'failed':
      return { ...answered, state: invoiceState.failed, inMs: null, result: view.reason ?? '' };
    case 'issued':
      // An invoice over another amount is never taken as ours, and nothing is done about it without a person.
      if (view.totalCents !== undefined && view.totalCents !== totalCents)
        return { ...answered, state: invoiceState.issuing, inMs: null, result: `amount ${view.totalCents} instead of ${totalCents}` };
      return { ...answered, state: invoiceState.issued, inMs: 0, invoiceNo: view.invoiceNo ?? null, issuedAt: view.issuedAt ?? null };
  }
};

export interface RedMove {
  readonly redDash: RedDash;
  readonly redStage: RedStage;
  readonly inMs: number | null;
  readonly result: string;
  readonly redInvoiceNo: string | null;
  readonly issuedAt: Date | null;
  readonly seller: SellerState | null;
}

interface OpenRed {
  readonly redStage: RedStage;
  readonly totalCents: bigint;
  readonly tries: number;
}

/** A buyer has 72 hours to agree. */
const BUYER_ASK_MS = 10 * MINUTE_MS;

/** After the request, or the question, about a red invoice. A refusal ends the red-dash, and the blue invoice stays. */
export const afterRedAnswer = ({ redStage: stage, totalCents, tries }: OpenRed, outcome: CallOutcome<RedView | undefined>): RedMove => {
  const stay = {
    redDash: redDash.running,
    redStage: stage,
    inMs: askAgainMs(tries),
    result: '',
    redInvoiceNo: null,
    issuedAt: null,
    seller: null,
  };
  const rejected = (result: string): RedMove => ({ ...stay, redDash: redDash.rejected, redStage: redStage.none, inMs: null, result });
  if (outcome.kind === 'unknown') return { ...stay, result: outcome.code };
  if (outcome.kind === 'refused')
    return outcome.code === SELLER_OFFLINE
      ? { ...stay, inMs: OFFLINE_MS, result: outcome.message, seller: sellerState.offline }
      : rejected(outcome.message || outcome.code);
  const view = outcome.value;
  if (!view) return { ...stay, redStage: redStage.agreed, inMs: SECOND_MS };
  const answered = { ...stay, seller: sellerState.online };
  switch (view.status) {
    case 'accepted':
    case 'working':
      return { ...answered, redStage: redStage.sent };
    case 'awaitingBuyer':
      return { ...answered, redStage: redStage.awaitsBuyer, inMs: BUYER_ASK_MS };
    case 'refused':
      return { ...rejected(view.reason ?? ''), seller: sellerState.online };
    case 'issued':
      if (view.totalCents !== undefined && view.totalCents !== -totalCents)
        return { ...answered, inMs: null, result: `amount ${view.totalCents} instead of ${-totalCents}` };
      return {
        ...answered,
        redDash: redDash.proceeded,
        redStage: redStage.none,
        inMs: 0,
        redInvoiceNo: view.redInvoiceNo ?? null,
        issuedAt: view.issuedAt ?? null,
      };
  }
};
