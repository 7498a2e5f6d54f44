import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { HashRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import { FeedbackRoot } from '../dialogs/feedback.tsx';
import { QueryRoot } from '../calls/query.tsx';
import { UiRoot } from '../theme/ui-root.tsx';
import { StepUpRoot } from '../step-up/step-up-root.tsx';
import '../theme/theme.css';
import '../theme/kit.css';

/** Draws something below all that pages stand below, and takes it away after the test. */
export const show = (what: ReactNode): HTMLElement => {
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <QueryRoot>
      <HashRouter>
        <UiRoot>
          <FeedbackRoot>
            {what}
            <StepUpRoot />
          </FeedbackRoot>
        </UiRoot>
      </HashRouter>
    </QueryRoot>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return place;
};
