import type { TopicRule } from '#kit/server/live/live-socket.ts';
import { MY_BELL, noticeTopic } from '../notice.ts';
import type { NoticePush } from './push.server.ts';

/** `notice:mine` on the house's own line: each follows their own bell alone. */
export const noticeTopicRule = (push: NoticePush): TopicRule => ({
  name: noticeTopic.name,
  canWatch: (ctx, key) => Promise.resolve(key === MY_BELL || key === ctx.viewer.userId),
  open: ({ viewer, publish }) => push.watch(viewer, publish),
});
