import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { payConf } from './pay-conf.ts';

export const payConfLabels = labels(payConf, {
  noun: ['支付配置', '支付配置', 'Pay configuration'],
  fields: {
    payConfId: ['配置编号', '配置編號', 'Configuration id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    confName: ['配置名称', '配置名稱', 'Name'],
    payType: ['支付方式', '支付方式', 'Provider'],
    isUsed: ['是否使用', '是否使用', 'In use'],
    merchantNo: ['商户号/卖家号', '商戶號/賣家號', 'Merchant or seller number'],
    appId: ['应用ID/可发布密钥', '應用ID/可發布金鑰', 'App id or publishable key'],
    serialNo: ['商户证书序列号', '商戶憑證序號', "Serial number of the merchant's certificate"],
    publicKeyId: ['支付平台公钥ID', '支付平台公鑰ID', "Id of the provider's public key"],
    publicKey: ['支付平台公钥', '支付平台公鑰', "The provider's public key"],
    appCert: ['应用公钥证书', '應用公鑰憑證', 'Certificate of the app'],
    providerCert: ['支付宝公钥证书', '支付寶公鑰憑證', "Alipay's certificate"],
    rootCert: ['支付宝根证书', '支付寶根憑證', "Alipay's root certificates"],
    certEndTime: ['证书到期时间', '憑證到期時間', 'Certificates end'],
    certFingerprints: ['证书指纹(SHA-256)', '憑證指紋(SHA-256)', 'SHA-256 fingerprints of certificates'],
    privateKey: ['商户私钥', '商戶私鑰', "The merchant's private key"],
    apiKey: ['APIv3密钥/密钥', 'APIv3金鑰/金鑰', 'APIv3 key or secret key'],
    webhookSecrets: ['通知签名密钥', '通知簽章金鑰', 'Signing secrets of webhooks'],
    sealId: ['密封编号', '密封編號', 'Seal id'],
    confJson: ['配置内容', '配置內容', 'Configuration'],
    pileCount: ['绑定电桩数', '綁定電樁數', 'Bound piles'],
    provenAt: ['验证时间', '驗證時間', 'Proven at'],
    remark: ['备注', '備註', 'Remark'],
  },
  actions: {
    prove: ['验证', '驗證', 'Prove'],
  },
});

export const payConfWords = {
  proven: ['密钥有效，配置可以使用', '金鑰有效，配置可以使用', 'The keys are right; the configuration can be used'],
  setPayConf: ['绑定支付配置', '綁定支付配置', 'Bind a pay configuration'],
  payConfShort: ['支付配置', '支付配置', 'Payment'],
  release: ['不选则解除绑定', '不選則解除綁定', 'Choose none to release the piles'],
  releasePiles: ['解除支付配置', '解除支付配置', 'Release from pay configuration'],
  next: ['下一步', '下一步', 'Next'],
  certs: [
    '使用证书模式时填写三个证书，并清空支付平台公钥',
    '使用憑證模式時填寫三個憑證，並清空支付平台公鑰',
    "In place of the provider's public key: three certificates, and no key",
  ],
  fingerprint: ['已保存证书的SHA-256指纹', '已儲存憑證的SHA-256指紋', 'SHA-256 fingerprint of what is stored'],
  keep: ['留空则保持不变', '留空則保持不變', 'Left empty, it stays as it is'],
} as const satisfies Readonly<Record<string, Words>>;

export const payConfRefusals = {
  'payConf.needs': ['{type}需要填写{field}', '{type}需要填寫{field}', '{type} needs the {field}'],
  'payConf.notTaken': ['{type}没有{field}', '{type}沒有{field}', '{type} has no {field}'],
  'payConf.badKey': ['{field}不是有效的PEM密钥', '{field}不是有效的PEM金鑰', 'The {field} is no key in PEM form'],
  'payConf.badCert': ['{field}不是有效的RSA证书', '{field}不是有效的RSA憑證', 'The {field} is no certificate of RSA in PEM form'],
  'payConf.certEnded': ['{field}已过期或尚未生效', '{field}已過期或尚未生效', 'The {field} is not valid now'],
  'payConf.certOtherKey': ['{field}与商户私钥不匹配', '{field}與商戶私鑰不相符', "The {field} is not that of the merchant's private key"],
  'payConf.certOwn': ['{field}是商户自己的证书', '{field}是商戶自己的憑證', "The {field} is the merchant's own"],
  'payConf.badRoot': ['{field}中没有RSA根证书', '{field}中沒有RSA根憑證', 'The {field} contain no root of RSA'],
  'payConf.keyOrCerts': [
    '{type}使用证书时不能再填写{field}',
    '{type}使用憑證時不能再填寫{field}',
    '{type} works with certificates or with the {field}, not both',
  ],
  'payConf.badApiKey': ['APIv3密钥必须为32个字符', 'APIv3金鑰必須為32個字元', 'An APIv3 key has 32 letters'],
  'payConf.notProven': ['请先验证配置', '請先驗證配置', 'Prove the configuration first'],
  'payConf.refused': ['支付平台拒绝：{message}', '支付平台拒絕：{message}', 'The provider refused it: {message}'],
  'payConf.noAnswer': [
    '支付平台没有可信的应答（{code}）',
    '支付平台沒有可信的應答（{code}）',
    'The provider gave no answer that can be believed ({code})',
  ],
  'payConf.otherType': ['所选配置不是{type}', '所選配置不是{type}', 'The chosen configuration is not of {type}'],
  'payConf.bound': ['仍有{n}台电桩绑定此配置', '仍有{n}台電樁綁定此配置', '{n} {n|pile|piles} {n|is|are} still bound to it'],
  'payConf.disused': ['电桩“{name}”已废弃，不能再变更', '電樁「{name}」已廢棄，不能再變更', 'Pile {name} is disused and stays so'],
} as const satisfies RefusalTable;
export type PayConfRefusal = keyof typeof payConfRefusals;
