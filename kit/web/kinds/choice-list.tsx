import type { ReactElement, ReactNode } from 'react';
import { useSay } from '../language.ts';
import { words } from '../words.ts';

/** antd refers from the input to its list by an id that tree selects and cascaders do not set; this sets the id for screen readers. */
export const labelledPopup =
  (id: string) =>
  (list: ReactElement): ReactElement => <div id={`${id}_list`}>{list}</div>;

interface NoChoiceProps {
  /** The id of the input. */
  readonly of: string;
  readonly children: ReactNode;
}

/** The text of an empty list, as the element to which the input's `aria-activedescendant` refers when there are no options. */
export const NoOptions = ({ of, children }: NoChoiceProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element stands in a select only
  <div role="option" aria-selected={false} aria-disabled id={`${of}_list_-1`}>
    {children}
  </div>
);

/** Why choices could not be loaded, and how to try again. */
export interface ListLoadError {
  readonly because: string;
  readonly retry: () => void;
}

/** Shows in place of the choices why they could not be loaded. */
export const LoadFailure = ({ because }: Pick<ListLoadError, 'because'>) => {
  const say = useSay();
  return (
    <span className="co-choices-failed">
      {say(words.loadFailed)}: {because}
    </span>
  );
};

/** Adds a retry button below a list that could not be loaded, because an option of a listbox must not contain a button. */
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

/** The state of a call that loads choices. */
interface ChoicesState {
  readonly isFetching: boolean;
  readonly error: { readonly message: string } | null;
  readonly refetch: () => unknown;
}

/** The props of a select while its choices load, or after loading failed, with a retry button. `empty` is shown when there are no choices. */
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

/** A button at the foot of a list. Its click must not move the focus, because that would close the list. */
export const ListFooterButton = ({ onPress, disabled = false, children }: FootProps) => (
  <button type="button" className="co-link co-choices-foot" disabled={disabled} onMouseDown={(event) => event.preventDefault()} onClick={onPress}>
    {children}
  </button>
);
