import { domain, feature } from '#kit/resource/feature.ts';
import { wireApi } from '#kit/resource/wire.ts';
import * as codes from './codes.ts';
import { dictInputLabels, dictRefusals } from './dict/dict.labels.ts';
import { dictApi } from './dict/dict.ts';
import { liveApi } from './live/live.ts';
import { wireInputLabels } from './wire/wire.labels.ts';
import { uploadInputLabels, uploadRefusals } from './upload/upload.labels.ts';
import { uploadApi } from './upload/upload.ts';

export { sex, yesNo } from './codes.ts';
export type { AllDictItems } from './dict/dict.ts';

export const system = domain('system', [
  feature({ name: 'dict', api: dictApi, inputLabels: dictInputLabels, refusals: dictRefusals, codes: Object.values(codes) }),
  feature({ name: 'upload', api: uploadApi, inputLabels: uploadInputLabels, refusals: uploadRefusals }),
  feature({ name: 'live', api: liveApi }),
  feature({ name: 'wire', api: wireApi, inputLabels: wireInputLabels }),
]);
