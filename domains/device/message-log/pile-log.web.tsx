import { useState } from 'react';
import { MessageLogView } from './message-log-view.web.tsx';
import type { LogAsk } from './message-log-view.web.tsx';
import { BOTH_DIRECTIONS } from './message-log.ts';
import '../device.css';

/** The frames of one pile, inside its details. */
export const PileLog = ({ pile }: { readonly pile: { readonly cpCode: string } }) => {
  const [asked, setAsked] = useState<Partial<LogAsk>>({});
  const ask: LogAsk = { day: '', msgType: '', direction: BOTH_DIRECTIONS, pageNo: 1, pageSize: 20, filters: {}, ...asked, cpCode: pile.cpCode };
  return (
    <div className="dv-inside">
      <MessageLogView ask={ask} onAsk={(patch) => setAsked({ ...asked, ...patch })} />
    </div>
  );
};
