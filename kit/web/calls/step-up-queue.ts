import { PROOF_NEEDED } from '#kit/resource/rights/proof-needed.ts';
import { createStore } from '../store.ts';
import { textOf } from '../text-of.ts';
import { asRecord, CallError } from './transport.ts';

/** The message that an action was not done. */
type NotDone = (action: string) => string;

/** A call that waits until its viewer has authenticated again. */
export interface WaitingCall {
  /** The text of the action that waits. */
  readonly action: string;
  /** Called without an argument after authentication; otherwise with the message for the caller. */
  readonly settle: (notDone?: NotDone) => void;
}

/** The first waiting call; `StepUpRoot` shows its dialog. */
export const stepUpStore = createStore<WaitingCall | null>(null);

let pendingProof: Promise<NotDone | undefined> | undefined;

/** One dialog serves all calls that are refused while it is open. */
const askForProof = (action: string): Promise<NotDone | undefined> =>
  (pendingProof ??= new Promise<NotDone | undefined>((settle) => stepUpStore.set({ action, settle })).finally(() => {
    pendingProof = undefined;
    stepUpStore.set(null);
  }));

/** Runs work that the server may refuse until recent authentication, and runs it again once the viewer has authenticated. */
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
