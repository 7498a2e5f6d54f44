import { lazyComponent } from '../code-loading/lazy-component.tsx';
import { stepUpStore } from '../calls/step-up-queue.ts';
import { useStore } from '../store.ts';

const StepUpDialog = lazyComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/** Shows the authentication dialog while a call waits for it. */
export const StepUpRoot = () => {
  const waiting = useStore(stepUpStore);
  return waiting && <StepUpDialog {...waiting} />;
};
