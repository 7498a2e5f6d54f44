import { feature } from '#kit/resource/feature.ts';
import { commentTag } from './comment.codes.ts';
import { blockedWords, chargeMinSeconds, publishAtOnce } from './comment-settings.ts';
import { commentLabels, commentRefusals, commentWords } from './comment.labels.ts';
import { comment, commentApi } from './comment.ts';

export const commentFeature = feature({
  name: 'comment',
  resource: comment,
  api: commentApi,
  labels: commentLabels,
  endpointTitles: {
    counts: commentWords.counts,
    updateCommentStatus: commentWords.judge,
    reply: commentWords.reply,
  },
  inputLabels: { reason: commentWords.reason },
  codes: [commentTag],
  refusals: commentRefusals,
  settings: [blockedWords, publishAtOnce, chargeMinSeconds],
  rights: { read: 'station', write: 'agent', otherRights: { reply: 'station', delete: 'tenant' } },
  menu: [
    {
      path: '/marketing/comment',
      component: 'marketing/CommentList',
      title: ['评论管理', '評論管理', 'Comments'],
      icon: 'message',
      group: 'marketing',
      order: 60,
      allow: 'comment:list',
    },
  ],
});
