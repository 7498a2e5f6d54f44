import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const uploadInputLabels = {
  biz: ['用途', '用途', 'Purpose'],
  name: ['文件', '檔案', 'File'],
  '*': ['文件', '檔案', 'File'],
} as const satisfies Readonly<Record<string, Words>>;

export const uploadRefusals = {
  'upload.notImage': ['请上传 PNG、JPEG 或 WebP 图片', '請上傳 PNG、JPEG 或 WebP 圖片', 'Please upload a PNG, JPEG or WebP picture'],
  'upload.tooLarge': ['图片最大{max} MB', '圖片最大{max} MB', 'A picture may have {max} MB at most'],
  'upload.tooWide': ['图片尺寸过大，边长最多{max}像素', '圖片尺寸過大，邊長最多{max}像素', 'The picture is too big: {max} pixels a side at most'],
  'upload.quota': ['今日上传已达上限，请明天再试', '今日上傳已達上限，請明天再試', "You have reached today's upload limit, try again tomorrow"],
} as const satisfies RefusalTable;
