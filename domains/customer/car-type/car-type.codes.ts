import { codeTable } from '#kit/fields/codes.ts';

/** Battery types as a car's BMS names them in its handshake. */
export const electricType = codeTable({
  dictCode: 'electric_type',
  title: ['电池类型', '電池類型', 'Battery type'],
  items: {
    leadAcid: { value: 1, words: ['铅酸电池', '鉛酸電池', 'Lead-acid'] },
    nickelMetalHydride: { value: 2, words: ['镍氢电池', '鎳氫電池', 'Nickel-metal hydride'] },
    lithiumIronPhosphate: { value: 3, words: ['磷酸铁锂电池', '磷酸鐵鋰電池', 'Lithium iron phosphate'] },
    lithiumManganate: { value: 4, words: ['锰酸锂电池', '錳酸鋰電池', 'Lithium manganate'] },
    lithiumCobaltate: { value: 5, words: ['钴酸锂电池', '鈷酸鋰電池', 'Lithium cobaltate'] },
    ternary: { value: 6, words: ['三元材料电池', '三元材料電池', 'Ternary lithium'] },
    lithiumPolymer: { value: 7, words: ['聚合物锂离子电池', '聚合物鋰離子電池', 'Lithium polymer'] },
    lithiumTitanate: { value: 8, words: ['钛酸锂电池', '鈦酸鋰電池', 'Lithium titanate'] },
    other: { value: 255, words: ['其他电池', '其他電池', 'Other'] },
  },
});
