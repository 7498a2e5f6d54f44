import { useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { onlineLabels, onlineWords } from './online.labels.ts';
import { online, onlineApi } from './online.ts';

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));

/** The active sessions, and signing users out. */
export const OnlineList = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(onlineApi.forceLogout, { changes: [online], doneText: onlineWords.done });
  return (
    <ListPage
      of={online}
      api={onlineApi}
      labels={onlineLabels}
      columns={['username', 'realname', 'device', 'ip', 'lastSeenAt', 'createTime', 'tenantId', 'agentId']}
      filters={['username', 'tenantId', 'agentId', 'ip', 'device', 'lastSeenAt']}
      rowActions={[
        {
          key: 'forceLogout',
          label: onlineLabels.actions?.['forceLogout'] ?? onlineWords.done,
          allow: onlineApi.forceLogout.allow,
          danger: true,
          run: async ({ token, username }) => {
            const title = say(onlineWords.confirm, { name: username });
            if (await confirm({ title, body: onlineWords.hint, danger: true })) await send({ token });
          },
        },
      ]}
      batch={endSessions}
    />
  );
};

const endSessions = (ids: readonly string[], onDone: () => void) => <EndSessionsDialog ids={ids} onDone={onDone} />;

/** Ends several sessions, with a preview and a result for each. */
const EndSessionsDialog = ({ ids, onDone }: { readonly ids: readonly string[]; readonly onDone: () => void }) => {
  const say = useSay();
  const [bulkRequest, setBulkRequest] = useState<BulkRequest>();
  const n = ids.length;
  const endSelected = { title: say(onlineWords.several, { n }), label: say(onlineWords.many), verb: 'end', ids, danger: true } as const;
  return (
    <>
      <ActButton danger allow={onlineApi.end.allow} onClick={() => setBulkRequest(endSelected)}>
        {say(onlineWords.many)}
      </ActButton>

      {bulkRequest && (
        <BulkDialog
          noun={online}
          request={bulkRequest}
          onClose={(remaining) => {
            setBulkRequest(undefined);
            if (remaining) onDone();
          }}
        />
      )}
    </>
  );
};
