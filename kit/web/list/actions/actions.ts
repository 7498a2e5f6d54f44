import { itemOf } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { CallError } from '../../calls/client.ts';
import { call } from '../../calls/client.ts';
import type { Feedback, Question } from '../../dialogs/feedback.tsx';
import type { PlainRow } from '../../kinds/cell.tsx';
import type { Translate } from '../../language.ts';
import { refresh } from '../../calls/query.tsx';
import type { Viewer } from '../../session/session.ts';
import { textOf } from '../../text-of.ts';
import { endpointOf } from '../../calls/list-api.ts';
import { words } from '../../words.ts';
import { isPlatformRow } from './platform-row.ts';

/** A row action that a page defines. */
export interface OwnAction<R> {
  readonly key: string;
  readonly label: Words;
  /** The permission that the action needs: `api.recall.allow`. */
  readonly allow?: string;
  readonly danger?: boolean;
  /** True offers the action, false omits it, and a text disables it and gives the reason. */
  readonly when?: (row: R) => boolean | Words;
  readonly run: (row: R) => void | Promise<void>;
}

/** An action of one row, ready to be drawn. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly allow: string;
  readonly because: string | undefined;
  readonly danger: boolean;
  /** The action is always in the "more" menu. */
  readonly inMenu: boolean;
  readonly run: () => void;
}

export interface ActionFacts {
  readonly noun: AnyResource;
  readonly api: object;
  readonly labels: Labels;
  readonly say: Translate;
  readonly feedback: Feedback;
  readonly open: (target: 'edit' | 'detail', row: PlainRow) => void;
  /** Who sees the row; without them every action is offered. */
  readonly viewer?: Pick<Viewer, 'roleLevel'> | undefined;
}

/** The field that a `changeState` endpoint sets: the one with the same codes as its input. */
export const stateFieldOf = (noun: AnyResource, api: object): readonly [string, Field] | undefined => {
  const codes = endpointOf(api, 'changeState')?.input['setState']?.codes;
  return codes && Object.entries(noun.fields).find(([, field]) => field.codes?.dictCode === codes.dictCode);
};

export const titleOf = (noun: AnyResource, row: PlainRow): string => textOf(row[noun.title] ?? row[noun.key]);
export const keyOfRow = (noun: AnyResource, row: PlainRow): string => String(row[noun.key]);

/** The actions of a row, in the order in which the page names them. */
export const rowActionsOf = (facts: ActionFacts, columns: readonly (string | OwnAction<PlainRow>)[], row: PlainRow): readonly RowAction[] =>
  columns.flatMap((action) => (typeof action === 'string' ? offered(facts, action, row) : ownAction(facts, action, row)));

/** The actions of the program. Those that change a row of the platform are disabled for a tenant, because the server would refuse them. */
const offered = (facts: ActionFacts, name: string, row: PlainRow): readonly RowAction[] => {
  const actions = standardAction(facts, name, row);
  if (!['edit', 'delete', 'changeState'].includes(name) || !isPlatformRow(facts.noun, row, facts.viewer)) return actions;
  return actions.map((action) => ({ ...action, because: facts.say(words.platformRow) }));
};

const enabledState = { because: undefined, danger: false, inMenu: false } as const;

const ownAction = ({ say }: ActionFacts, action: OwnAction<PlainRow>, row: PlainRow): readonly RowAction[] => {
  const applies = action.when?.(row) ?? true;
  if (applies === false) return [];
  return [
    {
      key: action.key,
      label: say(action.label),
      allow: action.allow ?? 'signedIn',
      because: applies === true ? undefined : say(applies),
      danger: action.danger ?? false,
      inMenu: false,
      run: () => void action.run(row),
    },
  ];
};

const standardAction = (facts: ActionFacts, name: string, row: PlainRow): readonly RowAction[] => {
  const { api, say, open } = facts;
  const endpoint = endpointOf(api, name === 'detail' ? 'queryById' : name);
  if (!endpoint) return [];
  if (name === 'detail' || name === 'edit')
    return [{ ...enabledState, key: name, label: say(words[name]), allow: endpoint.allow, run: () => open(name, row) }];
  if (name === 'changeState') return stateActions(facts, endpoint, row);
  return [
    {
      ...enabledState,
      key: name,
      label: actionLabel(facts, name),
      allow: endpoint.allow,
      danger: name === 'delete',
      run: () => void perform(facts, endpoint, questionOf(facts, name, row)),
    },
  ];
};

const actionLabel = ({ labels, say }: ActionFacts, name: string): string =>
  name === 'delete' ? say(words.delete) : say(labels.actions?.[name] ?? [name, name, name]);

interface ConfirmedAct {
  readonly question: Question;
  readonly input: Readonly<Record<string, unknown>>;
  readonly doneText: Words;
}

const questionOf = (facts: ActionFacts, name: string, row: PlainRow): ConfirmedAct => {
  const { noun, say } = facts;
  const title = titleOf(noun, row);
  const input = { id: keyOfRow(noun, row) };
  if (name === 'delete')
    return { question: { title: say(words.confirmDelete, { name: title }), okText: words.delete, danger: true }, input, doneText: words.done };
  return { question: { title: say(words.confirmAction, { action: actionLabel(facts, name), name: title }) }, input, doneText: words.done };
};

/** Asks for confirmation, calls the endpoint, shows the result, and reloads the noun. */
export const perform = async (
  { feedback, noun }: Pick<ActionFacts, 'feedback' | 'noun'>,
  endpoint: Endpoint,
  { question, input, doneText }: ConfirmedAct,
): Promise<boolean> => {
  if (!(await feedback.confirm(question))) return false;
  try {
    await call(endpoint, input as never); // built from the input names of the endpoint
    feedback.showSuccess(doneText);
    return true;
  } catch (problem) {
    feedback.refused(problem as CallError); // call throws only CallError
    return false;
  } finally {
    // Also reloads after a refusal, because the row may have changed.
    void refresh(noun);
  }
};

const stateActions = (facts: ActionFacts, endpoint: Endpoint, row: PlainRow): readonly RowAction[] => {
  const { noun, api, say } = facts;
  const [name, field] = stateFieldOf(noun, api) ?? [];
  if (name === undefined || !field?.codes) return [];
  const current = itemOf(field.codes, row[name]);
  const otherItems = Object.values(field.codes.items).filter((item) => item !== current);
  return otherItems.map((item) => ({
    ...enabledState,
    key: `state ${item.value}`,
    label: say(words.setTo, { state: say(item.words) }),
    inMenu: true,
    allow: endpoint.allow,
    danger: item.tone === 'bad',
    run: () =>
      void perform(facts, endpoint, {
        question: stateQuestion(facts, item, titleOf(noun, row)),
        input: { entityId: keyOfRow(noun, row), setState: item.value },
        doneText: words.done,
      }),
  }));
};

export const stateQuestion = ({ say }: Pick<ActionFacts, 'say'>, item: CodeItem, name: string): Question => ({
  title: say(words.confirmState, { name, state: say(item.words) }),
  danger: item.tone === 'bad',
});
