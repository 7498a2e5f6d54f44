import { call, CallError } from '#kit/web/calls/client.ts';
import { readRights } from '#kit/resource/rights/rights.ts';
import { permissionStore } from '#kit/web/permissions/use-permission.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { endSession, sessionStore } from '#kit/web/session/session.ts';
import { loadSignIn } from '#kit/web/session/session-errors.ts';
import { sessionApi } from '#domains/identity/web.ts';

/** Tells the server and forgets everything here, also when the server cannot be told, of which the sign-in page speaks. */
export const signOut = async (why: 'left' | 'menuFailed' | 'choiceFailed' = 'left'): Promise<void> => {
  const problem = await call(sessionApi.logout, {}, { empties: true }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const { hash } = window.location;
  // A session that is over already needs no telling.
  const isUnheard = why === 'left' && problem instanceof CallError && problem.code !== 401;
  endSession(isUnheard ? { failure: problem.message } : why);
  if (why === 'left') loadSignIn(hash);
};

// What one person read is not kept for the next.
sessionStore.subscribe(() => {
  if (sessionStore.get()) return;
  permissionStore.set(readRights([], []));
  queryClient.clear();
});
