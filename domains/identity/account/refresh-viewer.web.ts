import { call, CallError } from '#kit/web/calls/client.ts';
import { describeViewer } from '#kit/web/session/session.ts';
import { sessionApi } from '../session/session.ts';

/** The header and all that shows the viewer follow what the server says of them now. */
export const refreshViewer = async (): Promise<void> => {
  try {
    describeViewer((await call(sessionApi.getUserInfo, {})).userInfo);
  } catch (problem) {
    // An ended session tells of itself.
    if (!(problem instanceof CallError)) throw problem;
  }
};
