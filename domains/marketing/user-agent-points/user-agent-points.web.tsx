import { useMemo, useState } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { EmptyCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { yesNo } from '#domains/system/resources.ts';
import { EntriesOf } from '../point-entry/point-entry.web.tsx';
import { userAgentPointsLabels, userAgentPointsWords } from './user-agent-points.labels.ts';
import { userAgentPoints, userAgentPointsApi } from './user-agent-points.ts';
import '../marketing.css';

type Row = RowOf<typeof userAgentPoints.fields>;

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));
const PointsDialog = lazyComponent(() => import('./points-dialog.web.tsx').then((dialog) => dialog.PointsDialog));
const states = valuesOf(yesNo);
const words = userAgentPointsWords;
const { allow } = userAgentPointsApi.give;

interface ChosenAccounts {
  readonly ids: readonly string[];
  readonly done: (selected?: readonly string[]) => void;
}

/** Who has how many points, with the ledger of each, and what waits for a second person. */
export const UserAgentPointsList = () => {
  const say = useSay();
  const [isGiving, setGiving] = useState(false);
  const [taken, setTaken] = useState<ChosenAccounts>();
  const [answer, setAnswer] = useState<BulkRequest>();
  const actions = useMemo(() => actionsOf({ take: setTaken, answer: setAnswer, say }), [say]);
  const batch = useMemo(() => batchOf(setTaken), []);
  const close = (selected?: readonly string[]): void => {
    taken?.done(selected);
    setTaken(undefined);
  };
  return (
    <>
      <ListPage
        of={userAgentPoints}
        api={userAgentPointsApi}
        labels={userAgentPointsLabels}
        columns={columns}
        filters={filters}
        render={draw}
        detail={detail}
        rowActions={actions}
        batch={batch}
        toolbar={
          <ActButton allow={allow} type="primary" onClick={() => setGiving(true)}>
            {say(words.give)}
          </ActButton>
        }
      />
      {isGiving && <PointsDialog onClose={() => setGiving(false)} />}
      {taken && <PointsDialog taken={taken.ids} onClose={close} />}
      {answer && <BulkDialog noun={userAgentPoints} request={answer} onClose={() => setAnswer(undefined)} />}
    </>
  );
};

interface ActionRequests {
  readonly take: (chosen: ChosenAccounts) => void;
  readonly answer: (request: BulkRequest) => void;
  readonly say: ReturnType<typeof useSay>;
}

const actionsOf = ({ take, answer, say }: ActionRequests) => {
  const answering = (key: 'agree' | 'decline') => ({
    key,
    label: words[key],
    allow,
    danger: key === 'decline',
    when: ({ askedPoints }: Row) => askedPoints !== null,
    run: ({ userAgentPointsId, askedPoints, askedBy }: Row) =>
      answer({
        ids: [userAgentPointsId],
        verb: 'confirm',
        shared: { agree: key === 'agree' ? states.yes : states.no },
        title: say(key === 'agree' ? words.agreeTitle : words.declineTitle, { points: askedPoints ?? 0, name: askedBy ?? '' }),
        label: say(words[key]),
        danger: key === 'decline',
      }),
  });
  return [
    'detail' as const,
    answering('agree'),
    answering('decline'),
    {
      key: 'take',
      label: words.take,
      allow,
      danger: true,
      when: ({ balance, locked }: Row) => balance > locked,
      run: ({ userAgentPointsId }: Row) => take({ ids: [userAgentPointsId], done: () => undefined }),
    },
  ];
};

const batchOf = (take: (chosen: ChosenAccounts) => void) => (ids: readonly string[], done: ChosenAccounts['done']) => (
  <TakeButton onClick={() => take({ ids, done })} />
);

const TakeButton = ({ onClick }: { readonly onClick: () => void }) => {
  const say = useSay();
  return (
    <ActButton allow={allow} onClick={onClick}>
      {say(words.take)}
    </ActButton>
  );
};

const detail = ({ userAgentPointsId }: Row) => (
  <div className="mk-inner">
    <EntriesOf userAgentPointsId={userAgentPointsId} />
  </div>
);

const columns = [
  ...([
    'userName',
    'userMobile',
    'balance',
    'worthAmount',
    'locked',
    'waitingPoints',
    'expiringSoon',
    'expiringAt',
    'askedPoints',
    'askedBy',
    'lastChange',
  ] as const),
  ...(['lifetimeEarned', 'lifetimeSpent', 'debt', 'pointProgramId', 'custId', 'agentId', 'tenantId', 'createTime'] as const),
];
const filters = ['custId', 'pointProgramId', 'agentId', 'tenantId'] as const;
const draw = {
  worthAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
  expiringSoon: (points: number) => (points === 0 ? <EmptyCell /> : <span className="co-num">{points}</span>),
};
