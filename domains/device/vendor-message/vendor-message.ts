import { yesNo } from '#domains/system/resources.ts';
import { choice, count, id, instant, longText, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { setting } from '#kit/resource/setting.ts';

/** The stored beginning of the data of a message. */
export const DATA_LENGTH_MAX = 4_000;
/** The newest messages of a pile that are kept, so that no pile can fill the table. */
export const MESSAGES_PER_PILE_MAX = 1_000;
const TEXT_LENGTH_MAX = 255;

/** Vendors whose messages are accepted; all others are answered UnknownVendorId, and their messages are kept as well. */
export const knownVendors = setting({
  key: 'pile.knownVendors',
  field: optional(text({ max: 2_000 })),
  scope: 'tenant',
  group: ['电桩', '電樁', 'Piles'],
  words: ['接受其数据的厂商', '接受其資料的廠商', 'Vendors whose messages are accepted'],
  hint: [
    'OCPP DataTransfer 的厂商标识，以逗号分隔，如 com.example, acme；其他厂商的消息答复 UnknownVendorId，但仍会记录',
    'OCPP DataTransfer 的廠商標識，以逗號分隔，如 com.example, acme；其他廠商的訊息回覆 UnknownVendorId，但仍會記錄',
    'Vendor ids of OCPP DataTransfer, separated by commas, such as com.example, acme; messages of others are answered UnknownVendorId and kept as well',
  ],
});

/** Messages of vendors that piles sent. The gateway writes them. */
export const vendorMessage = resource({
  name: 'vendorMessage',
  path: '/device/sseVendorMessage',
  table: 'vendor_message',
  key: 'vendorMessageId',
  title: 'vendorId',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'receivedAt', order: 'desc' },
  fields: {
    vendorMessageId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    vendorId: readOnly(text({ max: TEXT_LENGTH_MAX, filter: 'equals' })),
    messageId: readOnly(optional(text({ max: TEXT_LENGTH_MAX, filter: 'equals' }))),
    /** The first `DATA_LENGTH_MAX` characters; `dataLength` counts all. */
    data: readOnly(optional(longText({ max: DATA_LENGTH_MAX }))),
    dataLength: readOnly(count()),
    /** Whether it was answered Accepted, otherwise UnknownVendorId. */
    isAccepted: readOnly(choice(yesNo, { filter: 'equals' })),
    receivedAt: readOnly(instant({ filter: 'between', sort: true })),
  },
});

const { list, queryById, exportXls } = crud(vendorMessage);

export const vendorMessageApi = { list, queryById, exportXls };
