import type { TopicRule } from '#kit/server/live/live-socket.ts';
import { MY_BELL, noticeTopic } from '../notice.ts';
import type { NoticePush } from './push.server.ts';

/** `notice:mine` on the live connection: each user can watch only their own bell. */
export const noticeTopicRule = (push: NoticePush): TopicRule => ({
  name: noticeTopic.name,
  canWatch: (ctx, key) => Promise.resolve(key === MY_BELL || key === ctx.viewer.userId),
  open: ({ viewer, publish }) => push.watch(viewer, publish),
});
