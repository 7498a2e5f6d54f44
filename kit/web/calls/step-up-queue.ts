import { PROOF_NEEDED } from '#kit/resource/rights/proof-needed.ts';
import { createStore } from '../store.ts';
import { textOf } from '../text-of.ts';
import { asRecord, CallError } from './transport.ts';

/** Says that something was not done. */
type NotDone = (action: string) => string;

/** A call that waits until its viewer has proved who they are. */
export interface WaitingCall {
  /** What it would do. */
  readonly action: string;
  /** Nothing when they have; else what its caller is told. */
  readonly settle: (notDone?: NotDone) => void;
}

/** The first call that waits; `StepUpRoot` asks for it. */
export const stepUpStore = createStore<WaitingCall | null>(null);

let pendingProof: Promise<NotDone | undefined> | undefined;

/** However many calls are refused at once, one question is asked for all of them. */
const askForProof = (action: string): Promise<NotDone | undefined> =>
  (pendingProof ??= new Promise<NotDone | undefined>((settle) => stepUpStore.set({ action, settle })).finally(() => {
    pendingProof = undefined;
    stepUpStore.set(null);
  }));

/** Does what may be refused for want of a fresh proof; it is done again once the viewer has given one. */
export const withStepUp = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof CallError) || problem.refusal !== PROOF_NEEDED) throw problem;
    const action = textOf(asRecord(problem.detail)['what']);
    const notDone = await askForProof(action);
    if (notDone) throw new CallError(problem.code, notDone(action), { refusal: PROOF_NEEDED });
    return work();
  }
};
