import type { Words } from '#kit/fields/words.ts';

/** The texts of the page of all widgets, without those of the widgets. */
export const galleryWords = {
  title: ['组件库', '元件庫', 'Widgets'],
  description: ['系统的全部组件及其各种状态', '系統的全部元件及其各種狀態', 'Every widget of the system in each of its states'],
  all: ['全部组件', '全部元件', 'All widgets'],
  look: ['外观', '外觀', 'Look'],
  light: ['浅色', '淺色', 'Light'],
  dark: ['深色', '深色', 'Dark'],
  width: ['宽度', '寬度', 'Width'],
  desk: ['桌面', '桌面', 'Desk'],
  phone: ['手机', '手機', 'Phone'],
} as const satisfies Readonly<Record<string, Words>>;
