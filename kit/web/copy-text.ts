/** Copies a text to the clipboard. This also works on plain HTTP, where browsers do not offer `navigator.clipboard`. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};

const copyBySelection = (text: string): boolean => {
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'co-sr';
  document.body.append(box);
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  return copied;
};
