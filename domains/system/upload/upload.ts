import { count, optional, text } from '#kit/fields/field.ts';
import { endpoint, file, words } from '#kit/resource/endpoint.ts';
import { fileNames } from '#kit/resource/shared-endpoints/file-names.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';
import { settingGroups } from '../config/config.labels.ts';

/** Limits of pictures and binaries; the router limits files of other types. */
export const uploadBounds = { pictureBytes: 20 * 1024 * 1024, binaryBytes: 64 * 1024 * 1024, sidePx: 8_000, areaPx: 40_000_000 } as const;

/** The upload quota of a user per day. */
export const filesPerDay = setting({
  key: 'upload.filesPerDay',
  field: withInitial(count({ min: 1, max: 10_000 }), 300),
  scope: 'tenant',
  group: settingGroups.upload,
  words: ['每人每日上传文件数', '每人每日上傳檔案數', 'Files a person may upload in a day'],
});
export const megabytesPerDay = setting({
  key: 'upload.megabytesPerDay',
  field: withInitial(count({ min: 5, max: 10_000, unit: 'MB' }), 200),
  scope: 'tenant',
  group: settingGroups.upload,
  words: ['每人每日上传总量', '每人每日上傳總量', 'How much a person may upload in a day'],
});

export const uploadApi = {
  /**
   * Stores files and returns their paths. `biz` is the noun to which they belong and becomes their folder; an unknown one becomes `temp`. With the
   * `kind` image, only pictures are accepted; with binary, a file is stored as it is, for those who may add rows of `biz`.
   */
  upload: endpoint({
    method: 'POST',
    path: '/sys/common/upload',
    allow: 'signedIn',
    upload: 'spooled',
    noTransaction: true,
    input: { biz: optional(text({ max: 64 })), kind: optional(text({ max: 16 })) },
    output: words(),
  }),
  /** A stored file. */
  static: endpoint({
    method: 'GET',
    path: '/sys/common/static/*',
    allow: 'signedIn',
    noTransaction: true,
    input: { '*': text({ min: 1, max: 255 }) },
    output: file(),
  }),
  names: fileNames,
  /** A file that the program generated for this user, such as the rejected rows of an import. */
  made: endpoint({ method: 'GET', path: '/sys/common/made/:name', allow: 'signedIn', input: { name: text({ min: 1, max: 64 }) }, output: file() }),
};
