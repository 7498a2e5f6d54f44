import { feature } from '#kit/resource/feature.ts';
import { deviceFileApi } from './device-file.ts';

export const deviceFileFeature = feature({
  name: 'deviceFile',
  title: ['设备文件', '裝置檔案', 'Device file'],
  endpointTitles: { fetch: ['下载', '下載', 'fetch'], store: ['上传', '上傳', 'store'], storeNamed: ['上传', '上傳', 'store'] },
  api: deviceFileApi,
  inputLabels: { token: ['地址', '位址', 'Address'], fileName: ['文件名', '檔名', 'File name'] },
});
