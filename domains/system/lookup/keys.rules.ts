/** The keys of a comma list in their order, repeated ones too, because texts are paired with them by place. A comma at the end is the family's habit. */
export const splitKeys = (text: string): readonly string[] => {
  const keys = text.split(',').map((part) => part.trim());
  return keys.at(-1) === '' ? keys.slice(0, -1) : keys;
};
