/** The fields of a dictionary's form, in order. */
export const dictForm = ['dictName', 'dictCode', 'dictNameTw', 'dictNameEn', 'type', 'tenantId', 'protected', 'description'] as const;
export const itemForm = [
  ...(['itemText', 'itemValue', 'itemTextTw', 'itemTextEn', 'sortValue', 'status', 'itemColor', 'protected', 'description'] as const),
];
