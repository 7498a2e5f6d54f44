import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { openRefusals } from '../open-api/open-refusals.labels.ts';
import { partnerCallLabels } from './partner-call.labels.ts';
import { partnerCall, partnerCallApi } from './partner-call.ts';

type Row = RowOf<typeof partnerCall.fields>;

/** Every call of partners' programs. */
export const PartnerCallList = () => (
  <ListPage
    of={partnerCall}
    api={partnerCallApi}
    labels={partnerCallLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={['detail']}
  />
);

/** Why a call was refused, in the words of the viewer. */
const Problem = ({ code }: { readonly code: string }) => {
  const say = useSay();
  const words = Object.entries(openRefusals).find(([known]) => known === code)?.[1];
  return <span title={code}>{words ? say(words, { max: '', reason: '' }) : code}</span>;
};

const draw = {
  problemCode: (code: Row['problemCode']) => (code === null ? '' : <Problem code={code} />),
  callInput: (value: Row['callInput']) => (
    <span className="co-clip" title={value ?? ''}>
      {value ?? ''}
    </span>
  ),
};

const columns = [
  ...(['callTime', 'accessConfigId', 'callOutcome', 'httpStatus', 'callMethod', 'callPath', 'problemCode', 'callInput', 'remoteAddress'] as const),
  ...(['tookMs', 'repeatCount', 'tenantId'] as const),
];
const filters = ['accessConfigId', 'callOutcome', 'httpStatus', 'problemCode', 'callPath', 'remoteAddress', 'callTime', 'tenantId'] as const;
