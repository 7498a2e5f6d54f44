import { call, CallError } from '#kit/web/client.ts';
import { readRights } from '#kit/resource/rights.ts';
import { permissionStore } from '#kit/web/may.ts';
import { queryClient } from '#kit/web/query.tsx';
import { endSession, sessionStore } from '#kit/web/session.ts';
import { sessionApi } from '#domains/identity/web.ts';

/** Tells the server and forgets everything here, also when the server cannot be told; answers why it could not. */
export const signOut = async (why: 'left' | 'menuFailed' | 'choiceFailed' = 'left'): Promise<CallError | undefined> => {
  const problem = await call(sessionApi.logout, {}, { empties: true }).then(
    () => undefined,
    (error: unknown) => (error instanceof CallError ? error : undefined),
  );
  endSession(why);
  return problem;
};

// What one person read is not kept for the next.
sessionStore.subscribe(() => {
  if (sessionStore.get()) return;
  permissionStore.set(readRights([], []));
  queryClient.clear();
});
