import type { ReactElement, ReactNode } from 'react';
import { useSay } from '../language.ts';
import { words } from '../words.ts';

/** antd names a list for its box that trees and cascades draw under no name: whoever cannot see it is led there by it. */
export const labelledPopup =
  (id: string) =>
  (list: ReactElement): ReactElement => <div id={`${id}_list`}>{list}</div>;

interface NoChoiceProps {
  /** Of the box. */
  readonly of: string;
  readonly children: ReactNode;
}

/** What an empty list says, as the entry that the box points to when there is none to choose. */
export const NoOptions = ({ of, children }: NoChoiceProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element stands in a select only
  <div role="option" aria-selected={false} aria-disabled id={`${of}_list_-1`}>
    {children}
  </div>
);

/** Why choices did not come, and how they are asked for again. */
export interface ListLoadError {
  readonly because: string;
  readonly retry: () => void;
}

/** In the place of the choices: why there are none. */
export const LoadFailure = ({ because }: Pick<ListLoadError, 'because'>) => {
  const say = useSay();
  return (
    <span className="co-choices-failed">
      {say(words.loadFailed)}: {because}
    </span>
  );
};

/** Below a list that did not come, what asks for it again: a list of choices holds nothing to press. */
export const withRetry =
  (failed: ListLoadError | undefined) =>
  (list: ReactElement): ReactElement =>
    failed ? (
      <>
        {list}
        <Retry {...failed} />
      </>
    ) : (
      list
    );

/** A call whose answer is choices. */
interface ChoicesState {
  readonly isFetching: boolean;
  readonly error: { readonly message: string } | null;
  readonly refetch: () => unknown;
}

/** How a list stands to the call that fills it: it waits, or says why nothing came and asks again. `empty` is said where there is nothing to choose. */
export const popupFilledBy = ({ isFetching, error, refetch }: ChoicesState, empty?: ReactNode) => {
  const failed = error ? { because: error.message, retry: () => void refetch() } : undefined;
  return {
    loading: isFetching,
    popupRender: withRetry(failed),
    ...(failed ? { notFoundContent: <LoadFailure because={failed.because} /> } : empty !== undefined && { notFoundContent: empty }),
  };
};

const Retry = ({ because, retry }: ListLoadError) => {
  const say = useSay();
  return (
    <>
      <span role="alert" className="co-sr">
        <LoadFailure because={because} />
      </span>
      <ListFooterButton onPress={retry}>{say(words.retry)}</ListFooterButton>
    </>
  );
};

interface FootProps {
  readonly onPress: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button at the foot of a list. A press must not take the focus away, and with it the list. */
export const ListFooterButton = ({ onPress, disabled = false, children }: FootProps) => (
  <button type="button" className="co-link co-choices-foot" disabled={disabled} onMouseDown={(event) => event.preventDefault()} onClick={onPress}>
    {children}
  </button>
);
