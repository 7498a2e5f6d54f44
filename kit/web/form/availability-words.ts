import type { Words } from '#kit/fields/words.ts';

/** The texts about a value that has to be unique. */
export const availabilityWords = {
  asking: ['正在检查是否已被使用…', '正在檢查是否已被使用…', 'Checking whether it is free…'],
  free: ['可以使用', '可以使用', 'Free to use'],
  lost: [
    '暂时无法检查是否已被使用，保存时会再次检查',
    '暫時無法檢查是否已被使用，儲存時會再次檢查',
    'Whether it is free cannot be checked now; saving checks it again',
  ],
  taken: ['{label}已存在', '{label}已存在', '{label} exists already'],
} as const satisfies Readonly<Record<string, Words>>;
