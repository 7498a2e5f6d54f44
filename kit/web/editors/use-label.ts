import { useEffect, useState } from 'react';

/**
 * The text of an editor's form label. A `<label>` labels only inputs, and an editor is none, so the text is read from the page, and a click on the
 * label focuses the editor.
 */
export const useLabel = (id: string | undefined, enter: () => void): string | undefined => {
  const [text, setText] = useState<string>();
  useEffect(() => {
    const label = id === undefined ? null : document.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(id)}"]`);
    // oxlint-disable-next-line react/set-state-in-effect -- what the form calls it stands in the page, not in its props
    setText(label?.textContent?.trim() || undefined);
    label?.addEventListener('click', enter);
    return () => label?.removeEventListener('click', enter);
  }, [id, enter]);
  return text;
};
