import { Converter } from 'opencc-js/cn2t';

const convert = Converter({ from: 'cn', to: 'tw' });

/** Places whose characters are unchanged, or are converted differently from the same characters in words. */
const otherwise: Readonly<Record<string, string>> = {
  东升镇: '東升鎮',
  岫岩满族自治县: '岫岩滿族自治縣',
  岳塘区: '岳塘區',
  岳普湖县: '岳普湖縣',
  岳池县: '岳池縣',
  岳西县: '岳西縣',
  新余市: '新餘市',
  新干县: '新干縣',
  游仙区: '游仙區',
  湖里区: '湖里區',
  麟游县: '麟游縣',
};

export const traditionalName = (name: string): string => otherwise[name] ?? convert(name);
