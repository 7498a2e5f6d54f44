import { feature } from '#kit/resource/feature.ts';
import { uploadInputLabels, uploadRefusals } from './upload.labels.ts';
import { filesPerDay, megabytesPerDay, uploadApi } from './upload.ts';

export const uploadFeature = feature({
  name: 'upload',
  settings: [filesPerDay, megabytesPerDay],
  title: ['文件', '檔案', 'File'],
  endpointTitles: { upload: ['上传', '上傳', 'upload'] },
  api: uploadApi,
  inputLabels: uploadInputLabels,
  refusals: uploadRefusals,
});
