import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const uploadInputLabels = {
  biz: ['用途', '用途', 'Purpose'],
  kind: ['类型', '類型', 'Kind'],
  name: ['文件', '檔案', 'File'],
  paths: ['文件', '檔案', 'Files'],
  '*': ['文件', '檔案', 'File'],
} as const satisfies Readonly<Record<string, Words>>;

export const uploadRefusals = {
  'upload.notImage': ['请上传 PNG、JPEG 或 WebP 图片', '請上傳 PNG、JPEG 或 WebP 圖片', 'Please upload a PNG, JPEG or WebP picture'],
  'upload.notKnown': [
    '不支持的文件类型，请上传图片、PDF、Office 文档、文本或压缩包',
    '不支援的檔案類型，請上傳圖片、PDF、Office 文件、文字或壓縮檔',
    'This kind of file is not taken; upload pictures, PDF, Office documents, texts or archives',
  ],
  'upload.empty': ['文件是空的', '檔案是空的', 'The file is empty'],
  'upload.broken': ['文件不完整或已损坏', '檔案不完整或已損毀', 'The file is broken or not whole'],
  'upload.tooLarge': ['图片最大{max} MB', '圖片最大{max} MB', 'A picture may have {max} MB at most'],
  'upload.binaryTooLarge': ['文件最大{max} MB', '檔案最大{max} MB', 'The file may have {max} MB at most'],
  'upload.notBinary': [
    '这不是固件文件：请勿上传图片、文档或文本',
    '這不是韌體檔案：請勿上傳圖片、文件或文字',
    'This is no firmware: pictures, documents and texts are not taken',
  ],
  'upload.tooWide': ['图片尺寸过大，边长最多{max}像素', '圖片尺寸過大，邊長最多{max}像素', 'The picture is too big: {max} pixels a side at most'],
  'upload.quota': ['今日上传已达上限，请明天再试', '今日上傳已達上限，請明天再試', "You have reached today's upload limit, try again tomorrow"],
  'upload.busy': ['正在处理的图片过多，请稍后再试', '正在處理的圖片過多，請稍後再試', 'Too many pictures are being read, try again in a moment'],
  'upload.store': ['文件上传失败，请稍后重试', '檔案上傳失敗，請稍後重試', 'The file could not be stored, please try again shortly'],
} as const satisfies RefusalTable;
