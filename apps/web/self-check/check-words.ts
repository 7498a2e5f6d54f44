import type { Words } from '#kit/fields/words.ts';

/** Texts of the self-check. */
export const checkWords = {
  title: ['环境自检', '環境自檢', 'Self-check'],
  hint: [
    '无法登录或页面异常时，请把以下结果发给管理员',
    '無法登入或頁面異常時，請把以下結果傳給管理員',
    'When you cannot sign in, or a page behaves oddly, send this to your administrator',
  ],
  checking: ['检查中…', '檢查中…', 'Checking…'],
  again: ['重新检查', '重新檢查', 'Check again'],
  copy: ['复制结果', '複製結果', 'Copy the result'],
  copied: ['已复制', '已複製', 'Copied'],
  copyFailed: ['无法复制，请手动选择文字', '無法複製，請手動選取文字', 'It could not be copied; select the text by hand'],
  goIn: ['进入系统', '進入系統', 'Go on'],

  server: ['服务器', '伺服器', 'Server'],
  serverGood: ['可以连接，应答用时 {ms} 毫秒', '可以連線，回應用時 {ms} 毫秒', 'Answers after {ms} ms'],
  serverSlow: [
    '可以连接，但应答较慢：{ms} 毫秒。请检查网络',
    '可以連線，但回應較慢：{ms} 毫秒。請檢查網路',
    'Answers, but slowly: after {ms} ms. Check the network',
  ],
  serverBad: ['无法连接：{problem}', '無法連線：{problem}', 'No answer: {problem}'],

  program: ['程序版本', '程式版本', 'Program'],
  programGood: ['已是最新', '已是最新', 'As the server has it'],
  programOld: ['服务器上有更新的版本，请刷新页面', '伺服器上有更新的版本，請重新整理頁面', 'The server has a newer one. Reload the page'],
  programUnknown: ['未能与服务器核对', '未能與伺服器核對', 'Could not be compared with the server’s'],

  clock: ['本机时钟', '本機時鐘', 'Clock'],
  clockGood: ['与服务器相差不到一分钟', '與伺服器相差不到一分鐘', 'Within a minute of the server’s'],
  clockWrong: [
    '与服务器相差 {minutes} 分钟，请校准本机时间',
    '與伺服器相差 {minutes} 分鐘，請校準本機時間',
    'It is {minutes} min away from the server’s. Set this computer’s time',
  ],
  clockUnknown: ['未能与服务器核对', '未能與伺服器核對', 'Could not be compared with the server’s'],

  line: ['实时连接', '即時連線', 'Live line'],
  lineGood: ['可以建立', '可以建立', 'Can be opened'],
  lineBad: [
    '无法建立，页面数据不会实时更新。请检查代理或防火墙是否允许 WebSocket',
    '無法建立，頁面資料不會即時更新。請檢查代理或防火牆是否允許 WebSocket',
    'Cannot be opened, so pages do not follow what happens. See whether a proxy or firewall lets WebSocket through',
  ],
  lineOut: ['登录后可检查', '登入後可檢查', 'Checked for whoever is signed in'],

  storage: ['浏览器存储', '瀏覽器儲存', 'Storage'],
  storageGood: ['可用', '可用', 'Works'],
  storageBad: [
    '不可用，刷新页面后需要重新登录。请允许本站存储数据',
    '不可用，重新整理後需要重新登入。請允許本站儲存資料',
    'Not allowed, so a reload signs you out. Let this site store data',
  ],

  safety: ['安全连接', '安全連線', 'Secure connection'],
  safetyGood: ['是', '是', 'Yes'],
  safetyBad: [
    '否，传输内容未加密，加密报文和剪贴板不可用。请使用 HTTPS 地址',
    '否，傳輸內容未加密，加密報文和剪貼簿不可用。請使用 HTTPS 位址',
    'No: what is sent can be read on the way, and encrypted bodies and the clipboard do not work. Use an HTTPS address',
  ],

  browser: ['浏览器', '瀏覽器', 'Browser'],
  language: ['语言', '語言', 'Language'],
  zone: ['时区', '時區', 'Time zone'],
  window: ['窗口', '視窗', 'Window'],
  asIs: ['{text}', '{text}', '{text}'],
} as const satisfies Readonly<Record<string, Words>>;
