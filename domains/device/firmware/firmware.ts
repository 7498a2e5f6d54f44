import { yesNo } from '#domains/system/resources.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, id, longText, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

export const firmwareStorage = codeTable({
  dictCode: 'firmware_storage',
  title: ['存储方式', '儲存方式', 'Storage'],
  items: {
    disk: { value: 1, words: ['服务器磁盘', '伺服器磁碟', 'Disk'] },
    s3: { value: 2, words: ['S3对象存储', 'S3物件儲存', 'S3 bucket'] },
  },
});

/** A firmware of piles: a stored file, its version, its digest and the signature of its maker. */
export const firmware = resource({
  name: 'firmware',
  path: '/device/sseFirmware',
  table: 'firmware',
  key: 'firmwareId',
  title: 'firmwareName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    firmwareId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    firmwareName: text({ unique: ['tenantId'], min: 2, max: 60, filter: 'contains' }),
    /** As the pile reports it after the upgrade. At most 32 characters, which the native protocol can carry. */
    firmwareVer: optional(text({ max: 32, filter: 'contains' })),
    hardwareVer: optional(text({ max: 32 })),
    /** The path of the uploaded file. */
    firmwareUrl: onAdd(text({ min: 1, max: 255 })),
    storage: readOnly(choice(firmwareStorage, { filter: 'equals' })),
    sizeBytes: readOnly(count({ unit: 'B' })),
    sha256: readOnly(text({ max: 64 })),
    isSigned: readOnly(choice(yesNo, { filter: 'equals' })),
    /** The subject of the certificate. */
    signedBy: readOnly(optional(text({ max: 255 }))),
    remark: optional(longText({ max: 255 })),
  },
});

const { importExcel: _import, exportTemplate: _template, ...standardEndpoints } = crud(firmware);

export const firmwareApi = {
  ...standardEndpoints,
  /** Verifies the maker's signature (base64) of the stored file by a certificate (PEM, with an RSA or an elliptic key), and stores both. */
  sign: endpoint({
    method: 'POST',
    path: `${firmware.path}/sign`,
    allow: 'firmware:edit',
    noTransaction: true,
    input: { firmwareId: id(), signature: longText({ min: 1, max: 2_000 }), signingCertificate: longText({ min: 1, max: 8_000 }) },
    output: rowOf(firmware.fields),
  }),
};
