import { labels } from '#kit/resource/labels.ts';
import { partnerCall } from './partner-call.ts';

export const partnerCallLabels = labels(partnerCall, {
  noun: ['接口调用', '介面呼叫', 'Partner call'],
  fields: {
    partnerCallId: ['编号', '編號', 'Call id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    accessConfigId: ['合作方', '合作夥伴', 'Partner'],
    callTime: ['调用时间', '呼叫時間', 'Time'],
    callMethod: ['方法', '方法', 'Method'],
    callPath: ['路径', '路徑', 'Path'],
    callInput: ['参数', '參數', 'Input'],
    httpStatus: ['状态码', '狀態碼', 'Status'],
    problemCode: ['原因代码', '原因代碼', 'Code'],
    callOutcome: ['结果', '結果', 'Result'],
    tookMs: ['耗时', '耗時', 'Took'],
    remoteAddress: ['来源地址', '來源位址', 'Address'],
    repeatCount: ['次数', '次數', 'Times'],
  },
});
