import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { firmware } from './firmware.ts';

export const firmwareLabels = labels(firmware, {
  noun: ['固件', '韌體', 'Firmware'],
  fields: {
    firmwareId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    firmwareName: ['固件名称', '韌體名稱', 'Name'],
    firmwareVer: ['固件版本', '韌體版本', 'Version'],
    hardwareVer: ['适用硬件版本', '適用硬體版本', 'For hardware'],
    firmwareUrl: ['固件文件', '韌體檔案', 'File'],
    storage: ['存储方式', '儲存方式', 'Storage'],
    sizeBytes: ['大小', '大小', 'Size'],
    sha256: ['SHA-256', 'SHA-256', 'SHA-256'],
    isSigned: ['已验证签名', '已驗證簽章', 'Signature verified'],
    signedBy: ['签名者', '簽署者', 'Signed by'],
    remark: ['备注', '備註', 'Remark'],
  },
  hints: {
    firmwareVer: [
      '与电桩升级后上报的版本号完全一致；未设置时不能升级',
      '與電樁升級後回報的版本號完全一致；未設定時不能升級',
      'Exactly as the pile reports it after the upgrade. Without it nothing is upgraded',
    ],
    hardwareVer: [
      '电桩主板硬件版本的开头；留空表示不限',
      '電樁主機板硬體版本的開頭；留空表示不限',
      'What the hardware version of a pile begins with; empty for all piles',
    ],
  },
  actions: { sign: ['签名', '簽章', 'sign'] },
});

export const firmwareRefusals = {
  'firmware.noFile': ['请先上传固件文件', '請先上傳韌體檔案', 'Upload the file of the firmware first'],
  'firmware.versionNotSet': ['未设置固件版本', '未設定韌體版本', 'Firmware version not set'],
  'firmware.notSigned': ['固件“{name}”的签名尚未验证', '韌體「{name}」的簽章尚未驗證', 'The signature of firmware {name} has not been verified'],
  'firmware.inUse': [
    '固件“{name}”正在升级中使用，不能修改版本或删除',
    '韌體「{name}」正在升級中使用，不能修改版本或刪除',
    'Firmware {name} is in use by an upgrade; its version cannot change and it cannot be deleted',
  ],
  'firmware.badCertificate': [
    '证书无法读取，请粘贴 PEM 格式的证书（RSA 或椭圆曲线）',
    '憑證無法讀取，請貼上 PEM 格式的憑證（RSA 或橢圓曲線）',
    'The certificate cannot be read; paste it as PEM, with an RSA or an elliptic key',
  ],
  'firmware.expiredCertificate': ['证书已过期或尚未生效', '憑證已過期或尚未生效', 'The certificate has expired or is not valid yet'],
  'firmware.wrongSignature': ['签名与文件不符', '簽章與檔案不符', 'The signature is not that of this file'],
} as const satisfies RefusalTable;

export const firmwareWords = {
  sign: ['验证签名', '驗證簽章', 'Verify signature'],
  signed: ['签名已验证', '簽章已驗證', 'Signature verified'],
  signature: ['签名（Base64）', '簽章（Base64）', 'Signature (base64)'],
  signingCertificate: ['厂商证书（PEM）', '廠商憑證（PEM）', "The maker's certificate (PEM)"],
  signHint: [
    '签名由厂商对整个文件以SHA-256生成（ECDSA、RSA PKCS#1或PSS）。未验证签名的固件不能下发。',
    '簽章由廠商對整個檔案以SHA-256產生（ECDSA、RSA PKCS#1或PSS）。未驗證簽章的韌體不能下發。',
    'The maker signs the whole file with SHA-256 (ECDSA, RSA PKCS#1 or PSS). Firmware without a verified signature is not sent to piles.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
