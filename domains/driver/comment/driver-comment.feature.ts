import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverCommentApi } from './driver-comment.ts';

export const driverCommentFeature = feature({
  name: 'driverComment',
  title: ['车主评论', '車主評論', 'Comment of a driver'],
  endpointTitles: {
    own: ['查看本人评论', '檢視本人評論', 'Read the own comment'],
    write: ['发表评论', '發表評論', 'Comment'],
    ofStation: ['查看站点评论', '檢視站點評論', 'Comments on a station'],
    report: ['举报评论', '舉報評論', 'Report a comment'],
  },
  api: driverCommentApi,
  inputLabels: {
    orderNo: ['订单编号', '訂單編號', 'Order number'],
    stars: ['评分', '評分', 'Stars'],
    tags: ['标签', '標籤', 'Tags'],
    text: ['内容', '內容', 'Text'],
    label: ['标签', '標籤', 'Label'],
    gun: ['枪号', '槍號', 'Gun'],
    commentId: ['评论编号', '評論編號', 'Comment id'],
  },
  refusals: driverRefusals,
});
