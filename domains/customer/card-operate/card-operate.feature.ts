import { feature } from '#kit/resource/feature.ts';
import { cardOperateLabels } from './card-operate.labels.ts';
import { cardOperate, cardOperateApi } from './card-operate.ts';

export const cardOperateFeature = feature({ name: 'cardOperate', resource: cardOperate, api: cardOperateApi, labels: cardOperateLabels });
