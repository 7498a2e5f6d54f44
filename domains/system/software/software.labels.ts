import type { Words } from '#kit/fields/words.ts';

/** The texts of the page of included software. */
export const softwareWords = {
  title: ['软件资源', '軟體資源', 'Software resources'],
  description: [
    '本系统使用了以下开源软件，名称、版本、版权与许可证取自构建时安装的内容',
    '本系統使用了以下開源軟體，名稱、版本、版權與授權取自建置時安裝的內容',
    'The open-source software in this product, with the versions, copyrights and licences of what was installed when it was built',
  ],
  search: ['搜索名称或许可证', '搜尋名稱或授權', 'Search by name or licence'],
  all: ['全部', '全部', 'All'],
  browser: ['浏览器端', '瀏覽器端', 'In the browser'],
  server: ['服务器端', '伺服器端', 'On the server'],
  name: ['名称', '名稱', 'Name'],
  version: ['版本', '版本', 'Version'],
  copyright: ['版权', '版權', 'Copyright'],
  licence: ['许可证', '授權', 'Licence'],
  count: ['共 {n} 个', '共 {n} 個', '{n} in all'],
} as const satisfies Readonly<Record<string, Words>>;
