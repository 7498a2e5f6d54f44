import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';
import { FeedbackRoot } from '../dialogs/feedback.tsx';
import { QueryRoot } from '../calls/query.tsx';
import { createAppRouter } from '../navigation/hash-router.ts';
import { NavigationBlocker } from '../navigation/navigation-blocker.ts';
import { UiRoot } from '../theme/ui-root.tsx';
import { StepUpRoot } from '../step-up/step-up-root.tsx';
import '../theme/theme.css';
import '../theme/kit.css';

/** Renders an element inside the providers of the application, and removes it after the test. */
export const show = (content: ReactNode): HTMLElement => {
  const host = document.createElement('main');
  document.body.append(host);
  const root = createRoot(host);
  const element = (
    <UiRoot>
      <FeedbackRoot>
        <NavigationBlocker />
        {content}
        <StepUpRoot />
      </FeedbackRoot>
    </UiRoot>
  );
  const router = createAppRouter([{ path: '*', element }]);
  root.render(
    <QueryRoot>
      <RouterProvider router={router} />
    </QueryRoot>,
  );
  onTestFinished(() => {
    root.unmount();
    router.dispose();
    host.remove();
  });
  return host;
};
