import type { RowOf } from '#kit/web/calls/list-api.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { vendorMessageLabels, vendorMessageWords } from './vendor-message.labels.ts';
import { vendorMessage, vendorMessageApi } from './vendor-message.ts';
import '../device.css';

type Row = RowOf<typeof vendorMessage.fields>;

/** What the vendors of piles have sent (OCPP DataTransfer). */
export const VendorMessageList = () => (
  <ListPage
    of={vendorMessage}
    api={vendorMessageApi}
    labels={vendorMessageLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={actions}
  />
);

const columns = ['receivedAt', 'cpCode', 'vendorId', 'messageId', 'data', 'dataLength', 'isAccepted', 'stationId', 'agentId', 'tenantId'] as const;
const filters = ['cpCode', 'vendorId', 'messageId', 'isAccepted', 'stationId', 'agentId', 'tenantId', 'receivedAt'] as const;
const actions = ['detail' as const];

const draw = {
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}`}>{value}</a>,
  data: (value: string | null, row: Row) => <MessageData value={value} row={row} />,
};

/** The data, readable where it is JSON, with a note when only its beginning was kept. */
const MessageData = ({ value, row }: { readonly value: string | null; readonly row: Row }) => {
  const say = useSay();
  if (value === null || value === '') return <EmptyCell />;
  return (
    <>
      <code className="co-clip dv-vendor-data">{value}</code>
      {row.dataLength > value.length && <small className="co-hint">{say(vendorMessageWords.cut, { n: row.dataLength })}</small>}
    </>
  );
};
