import { call, CallError } from '#kit/web/calls/client.ts';
import { describeViewer } from '#kit/web/session/session.ts';
import { sessionApi } from '../session/session.ts';

/** Reloads the description of the signed-in user for the header and other components. */
export const refreshViewer = async (): Promise<void> => {
  try {
    describeViewer((await call(sessionApi.getUserInfo, {})).userInfo);
  } catch (problem) {
    // An ended session is reported elsewhere.
    if (!(problem instanceof CallError)) throw problem;
  }
};
