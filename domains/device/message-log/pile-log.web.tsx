import { useState } from 'react';
import { MessageLogView } from './message-log-view.web.tsx';
import type { MessageLogQuery } from './message-log-view.web.tsx';
import { BOTH_DIRECTIONS } from './message-log.ts';
import '../device.css';

/** The frames of one pile, shown as a tab of its details. */
export const PileLog = ({ pile }: { readonly pile: { readonly cpCode: string } }) => {
  const [queryPatch, setQueryPatch] = useState<Partial<MessageLogQuery>>({});
  const query: MessageLogQuery = {
    day: '',
    msgType: '',
    direction: BOTH_DIRECTIONS,
    pageNo: 1,
    pageSize: 20,
    filters: {},
    ...queryPatch,
    cpCode: pile.cpCode,
  };
  return (
    <div className="dv-inside">
      <MessageLogView query={query} onQuery={(patch) => setQueryPatch({ ...queryPatch, ...patch })} />
    </div>
  );
};
