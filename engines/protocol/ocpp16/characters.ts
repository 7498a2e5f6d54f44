/** Length in code points, as JSON Schema counts `maxLength`; the generated checks call it. */
export const characters = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
};
