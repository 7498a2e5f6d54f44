import { goods, invoiceState, invoiceType, redDash, redReason, redStage, titleType } from '#engines/invoice/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

export const invoiceStateCodes = codeTable({
  dictCode: 'invoice_state',
  title: ['发票状态', '發票狀態', 'State of an invoice'],
  items: {
    draft: { value: invoiceState.draft, words: ['待提交', '待提交', 'To be sent'], tone: 'busy' },
    submitted: { value: invoiceState.submitted, words: ['已提交', '已提交', 'Submitted'], tone: 'busy' },
    issuing: { value: invoiceState.issuing, words: ['开票中', '開票中', 'Being issued'], tone: 'busy' },
    issued: { value: invoiceState.issued, words: ['已开票', '已開票', 'Issued'], tone: 'good' },
    failed: { value: invoiceState.failed, words: ['开票失败', '開票失敗', 'Failed'], tone: 'bad' },
    givenUp: { value: invoiceState.givenUp, words: ['已放弃', '已放棄', 'Given up'], tone: 'quiet' },
  },
});

/** The state of a red-dash, which cancels an issued invoice. The specification names the states without numbers; the numbers were chosen here. */
export const redDashState = codeTable({
  dictCode: 'red_dash_state',
  title: ['红冲状态', '沖紅狀態', 'Reversal of an invoice'],
  items: {
    none: { value: redDash.none, words: ['未红冲', '未沖紅', 'None'], tone: 'quiet' },
    running: { value: redDash.running, words: ['红冲中', '沖紅中', 'In progress'], tone: 'busy' },
    proceeded: { value: redDash.proceeded, words: ['已红冲', '已沖紅', 'Reversed'], tone: 'good' },
    rejected: { value: redDash.rejected, words: ['红冲驳回', '沖紅駁回', 'Rejected'], tone: 'bad' },
  },
});

export const redStageCodes = codeTable({
  dictCode: 'red_dash_stage',
  title: ['红冲进度', '沖紅進度', 'Progress of a reversal'],
  items: {
    none: { value: redStage.none, words: ['无', '無', 'None'], tone: 'quiet' },
    asked: { value: redStage.asked, words: ['待复核', '待覆核', 'Waits for a decision'], tone: 'warn' },
    agreed: { value: redStage.agreed, words: ['待提交', '待提交', 'To be sent'], tone: 'busy' },
    sent: { value: redStage.sent, words: ['已提交', '已提交', 'Submitted'], tone: 'busy' },
    awaitsBuyer: { value: redStage.awaitsBuyer, words: ['待购方确认', '待購方確認', 'Waits for the buyer'], tone: 'warn' },
  },
});

export const redReasonCodes = codeTable({
  dictCode: 'red_dash_reason',
  title: ['红冲原因', '沖紅原因', 'Reason of a reversal'],
  items: {
    wrongInvoice: { value: redReason.wrongInvoice, words: ['开票有误', '開票有誤', 'Issued wrongly'] },
    returned: { value: redReason.returned, words: ['销货退回', '銷貨退回', 'Goods returned'] },
    stopped: { value: redReason.stopped, words: ['服务中止', '服務中止', 'Service stopped'] },
    allowance: { value: redReason.allowance, words: ['销售折让', '銷售折讓', 'Allowance'] },
  },
});

export const invoiceTitleType = codeTable({
  dictCode: 'invoice_title_type',
  title: ['抬头类型', '抬頭類型', 'Kind of title'],
  items: {
    personal: { value: titleType.personal, words: ['个人', '個人', 'Personal'] },
    enterprise: { value: titleType.enterprise, words: ['企业', '企業', 'Enterprise'] },
  },
});

export const invoiceTypeCodes = codeTable({
  dictCode: 'invoice_type',
  title: ['发票类型', '發票類型', 'Kind of invoice'],
  items: {
    ordinary: { value: invoiceType.ordinary, words: ['电子发票（普通发票）', '電子發票（普通發票）', 'E-invoice, ordinary'] },
    special: { value: invoiceType.special, words: ['电子发票（增值税专用发票）', '電子發票（增值稅專用發票）', 'E-invoice, special (deductible)'] },
    vat: { value: invoiceType.vat, words: ['增值税发票（欧盟）', '增值稅發票（歐盟）', 'VAT invoice'] },
  },
});

export const goodsCodes = codeTable({
  dictCode: 'invoice_goods',
  title: ['开票项目', '開票項目', 'Goods of an invoice'],
  items: {
    electricity: { value: goods.electricity, words: ['电费', '電費', 'Electricity'] },
    service: { value: goods.service, words: ['服务费', '服務費', 'Service'] },
  },
});

/** A file of an invoice. */
export const invoiceFile = codeTable({
  dictCode: 'invoice_file',
  title: ['发票文件', '發票檔案', 'File of an invoice'],
  items: {
    pdf: { value: 1, words: ['版式文件（PDF）', '版式檔案（PDF）', 'Layout file (PDF)'] },
    xml: { value: 2, words: ['数据文件（XML）', '資料檔案（XML）', 'Data file (XML)'] },
    redPdf: { value: 3, words: ['红字发票（PDF）', '紅字發票（PDF）', 'Red invoice (PDF)'] },
    redXml: { value: 4, words: ['红字数据文件（XML）', '紅字資料檔案（XML）', 'Red data file (XML)'] },
  },
});
