import { late } from './late.tsx';
import { stepUpStore } from './step-up.ts';
import { useStore } from './store.ts';

const StepUpDialog = late(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/** Asks for a proof of who the viewer is, while a call waits for one. */
export const StepUpRoot = () => {
  const waiting = useStore(stepUpStore);
  return waiting && <StepUpDialog {...waiting} />;
};
