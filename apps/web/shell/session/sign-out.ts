import { call, CallError } from '#kit/web/calls/client.ts';
import { readRights } from '#kit/resource/rights/rights.ts';
import { permissionStore } from '#kit/web/permissions/use-permission.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { endSession, sessionStore } from '#kit/web/session/session.ts';
import { loadSignIn } from '#kit/web/session/session-errors.ts';
import { sessionApi } from '#domains/identity/web.ts';

/** Signs out at the server and clears all local data, even when the server cannot be reached; the sign-in page then reports that. */
export const signOut = async (reason: 'left' | 'menuFailed' | 'choiceFailed' = 'left'): Promise<void> => {
  const problem = await call(sessionApi.logout, {}, { empties: true }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const { hash } = window.location;
  // A session that has ended already needs no call.
  const isUnheard = reason === 'left' && problem instanceof CallError && problem.code !== 401;
  endSession(isUnheard ? { failure: problem.message } : reason);
  if (reason === 'left') loadSignIn(hash);
};

// Cached answers of one user must not be shown to the next.
sessionStore.subscribe(() => {
  if (sessionStore.get()) return;
  permissionStore.set(readRights([], []));
  queryClient.clear();
});
